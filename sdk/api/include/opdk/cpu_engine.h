// The AI CPU engine's way to run kernels: a CpuKernelContext is built once per node; later runs only change its
// pointers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>

#include "cpu_context.h"
#include "opdk/op_desc.h"
#include "opdk/visibility.h"

namespace opdk {

// Thrown when a kernel calls a function of a tensor or attribute that its context doesn't have.
class OPDK_API AbsentObject : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Thrown by GetData when the memory of an output is refused.
class OPDK_API MemoryRefused : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Source of memory for outputs whose size only the kernel knows.
class OPDK_API OutputSource {
 public:
  virtual ~OutputSource();
  // Returns `bytes` bytes for an output; nullptr refuses them. Called once per output and run, from any thread; calls
  // for two outputs may overlap.
  virtual void* Take(int output, uint64_t bytes) = 0;
};

// A kernel's context for one node. Setting data and shapes allocates nothing for ranks up to kReservedRank. Not
// thread-safe; one run at a time.
class CpuNode {
 public:
  static constexpr int kReservedRank = 8;

  // Takes the operator's type, attributes, data types and formats. Tensor attributes are kept alive by the node.
  explicit CpuNode(const OpDesc& op);
  ~CpuNode();
  CpuNode(CpuNode&&) noexcept;
  CpuNode& operator=(CpuNode&&) noexcept;

  aicpu::CpuKernelContext& context();

  // Wrong requests of the kernel to its context, for messages. TakeFaults returns and clears the requests since the
  // last call.
  struct Faults {
    std::string mistyped;  // attributes that were read as another type; "": none
    std::string missed;    // last absent port or attribute that was read; "": none, or the kernel didn't fail
  };
  Faults TakeFaults(bool failed);

  // Sets one slot of OpDesc::inputs. An absent optional input keeps data nullptr and size 0.
  void SetInput(int index, const void* data, uint64_t bytes, std::span<const int64_t> shape);
  // Sets one slot of OpDesc::outputs. `unknown_rank`: the kernel decides the shape, and `bytes` is the largest size.
  void SetOutput(int index, void* data, uint64_t bytes, std::span<const int64_t> shape, bool unknown_rank = false);
  // Makes an output of unknown size. When the kernel asks for its memory, `source` gives it; `source` outlives the run.
  void OpenOutput(int index, std::span<const int64_t> shape, OutputSource* source);
  bool IsOpen(int index) const;
  // Returns the memory that an open output got; nullptr when the kernel never asked for it.
  std::span<const std::byte> Given(int index) const;
  // Returns the output's address; the kernel may have set an address of its own.
  const void* OutputData(int index) const;
  // Returns the output's shape after the kernel has run; valid until the next SetOutput.
  std::span<const int64_t> OutputShape(int index) const;
  // Sets an Int attribute ("block_num", "block_id").
  void SetAttr(const std::string& name, int64_t value);

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

}  // namespace opdk
