// An output that gets its memory while the kernel runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>

#include "cpu_tensor.h"
#include "opdk/cpu_engine.h"

namespace aicpu {

// Tensor's size is part of the package ABI, so what asking takes stands here: every output of a node is one of these.
class AskingTensor : public Tensor {
 public:
  explicit AskingTensor(int output) : output_(output) {}

  // Takes the memory away; the kernel's next GetData requests it from `source`.
  void Open(opdk::OutputSource* source);
  // Ends the request: the output has its memory.
  void Close() { asks_ = false; }
  bool is_open() const { return asks_; }
  // Returns the memory, which the first call requests from the source; GetData calls it while the output is open.
  // Throws opdk::MemoryRefused.
  void* Ask();
  std::span<const std::byte> given() const { return {given_, given_bytes_}; }

 private:
  const int output_;
  opdk::OutputSource* source_ = nullptr;
  std::mutex mutex_;
  std::byte* given_ = nullptr;
  uint64_t given_bytes_ = 0;
};

}  // namespace aicpu
