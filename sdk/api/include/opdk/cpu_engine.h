// How the AI CPU engine runs kernels: a CpuKernelContext that is built once per node and then only re-pointed.
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

// A kernel called a function of a tensor or attribute that its context doesn't have: what the call throws.
class OPDK_API AbsentObject : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A kernel asked for an output's memory and got none: what GetData throws.
class OPDK_API MemoryRefused : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Where the memory of outputs comes from whose size only the kernel knows.
class OPDK_API OutputSource {
 public:
  virtual ~OutputSource();
  // Once for an output and run, of whichever thread asks first; two outputs may be asked for at a time. nullptr:
  // refused.
  virtual void* Take(int output, uint64_t bytes) = 0;
};

// Setting data and shapes allocates nothing for ranks up to kReservedRank. Not thread-safe; one run at a time.
class CpuNode {
 public:
  static constexpr int kReservedRank = 8;

  // Takes the operator's type, attributes, data types and formats. Tensor attributes are kept alive by the node.
  explicit CpuNode(const OpDesc& op);
  ~CpuNode();
  CpuNode(CpuNode&&) noexcept;
  CpuNode& operator=(CpuNode&&) noexcept;

  aicpu::CpuKernelContext& context();

  // What the kernel asked its context for in vain since the last call, for messages.
  struct Faults {
    std::string mistyped;  // attributes that were read as another type than they have; "": none
    std::string missed;    // the last port or attribute that isn't there; "": none, or the kernel didn't fail
  };
  Faults TakeFaults(bool failed);

  // One per slot of OpDesc::inputs and outputs. An absent optional input keeps data nullptr and size 0.
  void SetInput(int index, const void* data, uint64_t bytes, std::span<const int64_t> shape);
  // `unknown_rank`: the kernel decides the shape; `bytes` is then the largest size.
  void SetOutput(int index, void* data, uint64_t bytes, std::span<const int64_t> shape, bool unknown_rank = false);
  // An output of unknown size: `source`, which outlives the run, is asked when the kernel is.
  void OpenOutput(int index, std::span<const int64_t> shape, OutputSource* source);
  bool IsOpen(int index) const;
  // What an open output has: where it lies (nullptr: it was never asked for) and how many bytes it was given.
  std::span<const std::byte> Given(int index) const;
  // Where the kernel says that the output lies: it may have set an address of its own.
  const void* OutputData(int index) const;
  // What stands there after the kernel has run; valid until the next SetOutput.
  std::span<const int64_t> OutputShape(int index) const;
  // Sets an Int attribute ("block_num", "block_id").
  void SetAttr(const std::string& name, int64_t value);

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

}  // namespace opdk
