// Calls of oneDNN's primitives, and what is known of its implementations by their names.
#pragma once

#include <cstddef>
#include <dnnl.hpp>
#include <string_view>
#include <vector>

namespace opdk {

const dnnl::engine& CpuEngine();
// Returns whether the name is that of oneDNN's reference implementation, which is slow but takes everything.
bool IsReference(std::string_view implementation);
// Returns whether the number of threads decides in which order an implementation adds and rounds: oneDNN's general
// products, and its convolutions whose number of taps summed at once follows from the threads' shares.
bool RoundsByThreads(std::string_view implementation);

// A oneDNN memory that is told an address only if the address is new: telling it costs more than comparing.
class Placed {
 public:
  Placed() = default;
  explicit Placed(const dnnl::memory::desc& desc) : memory_(desc, CpuEngine(), nullptr) {}

  void At(void* data) {
    if (data == data_) return;
    memory_.set_data_handle(data);
    data_ = data;
  }
  const dnnl::memory& memory() const { return memory_; }

 private:
  dnnl::memory memory_;
  void* data_ = nullptr;
};

// A primitive with its arguments, ready to run: their array is made once.
class Call {
 public:
  Call() = default;
  explicit Call(const dnnl::primitive& primitive) : primitive_(primitive) {}

  void Add(int argument, const Placed& memory) { arguments_.push_back({argument, memory.memory().get()}); }
  void Run(const dnnl::stream& stream) const;

 private:
  dnnl::primitive primitive_;
  std::vector<dnnl_exec_arg_t> arguments_;
};

// Copies `bytes` bytes on as many threads as pay.
void CopyInParallel(const void* from, void* to, size_t bytes);

}  // namespace opdk
