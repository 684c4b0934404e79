// Slices of an input taken by an input of indices.
#include <algorithm>
#include <atomic>
#include <utility>

#include "graph/types.h"
#include "graph_core/engines/ai_core/direct/copy_run.h"
#include "graph_core/engines/ai_core/direct/direct_kernel.h"
#include "graph_core/engines/ai_core/direct/index_range.h"
#include "opdk/parallel.h"

namespace opdk {
namespace {

// Distance of prefetching: indices are known long before the processor could guess the addresses.
constexpr int64_t kAhead = 4, kAheadBytes = 512;

// Result [outer, count, run] from params [outer, extent, run]; run in bytes.
struct GatherShape {
  int params = 0, indices = 0;  // argument tensors
  int64_t outer = 1, extent = 1, count = 1, run = 1;
};

template <typename Integer>
class GatherKernel : public DirectKernel {
 public:
  explicit GatherKernel(const GatherShape& shape) : shape_(shape) {}

  void Run(std::span<const void* const> inputs, std::span<void* const> outputs, std::byte* workspace) const override {
    RunJudging(inputs, outputs, workspace);
  }

  Indices judged() const override { return {shape_.indices, shape_.extent}; }

  bool RunJudging(std::span<const void* const> inputs, std::span<void* const> outputs, std::byte*) const override {
    const auto* params = static_cast<const std::byte*>(inputs[static_cast<size_t>(shape_.params)]);
    const auto* indices = static_cast<const Integer*>(inputs[static_cast<size_t>(shape_.indices)]);
    auto* result = static_cast<std::byte*>(outputs[0]);
    const int64_t grain = std::max<int64_t>(kGrainBytes / shape_.run, 1);
    std::atomic<bool> inside = true;
    ParallelFor(shape_.outer * shape_.count, grain, [&](int64_t begin, int64_t end) {
      while (begin < end) {
        const int64_t outer = begin / shape_.count, first = begin % shape_.count;
        const int64_t last = std::min(first + end - begin, shape_.count);
        const std::byte* from = params + outer * shape_.extent * shape_.run;
        if (!Slice(from, indices, first, last, result + begin * shape_.run)) inside = false;
        begin += last - first;
      }
    });
    return inside;
  }

 private:
  // Returns the position of an index that lies inside. A negative index counts from the end.
  int64_t Inside(Integer index) const { return index < 0 ? index + shape_.extent : index; }
  // Returns the position of any index. An index beyond an end gives that end, as the expression defines.
  int64_t Clamped(Integer index) const { return std::clamp<int64_t>(Inside(index), 0, shape_.extent - 1); }

  // Returns whether all indices lie inside.
  bool Slice(const std::byte* params, const Integer* indices, int64_t first, int64_t last, std::byte* to) const {
    bool all = true;
    for (int64_t block = first; block < last; block += kIndexBlock) {
      const int64_t count = std::min(kIndexBlock, last - block);
      const bool inside = AreInside(indices + block, count, -shape_.extent, shape_.extent - 1);
      if (shape_.extent == 0) return false;  // no element is an end
      if (inside) {
        Take(params, indices + block, count, to, [this](Integer index) { return Inside(index); });
      } else {
        Take(params, indices + block, count, to, [this](Integer index) { return Clamped(index); });
      }
      all = all && inside;
      to += count * shape_.run;
    }
    return all;
  }

  template <typename Position>
  void Take(const std::byte* params, const Integer* indices, int64_t count, std::byte* to, Position position) const {
    switch (shape_.run) {
      case 1:
        return Elements<uint8_t>(params, indices, count, to, position);
      case 2:
        return Elements<uint16_t>(params, indices, count, to, position);
      case 4:
        return Elements<uint32_t>(params, indices, count, to, position);
      case 8:
        return Elements<uint64_t>(params, indices, count, to, position);
      default:
        break;
    }
    for (int64_t i = 0; i < count; ++i) {
      if (i + kAhead < count) {
        const std::byte* next = params + position(indices[i + kAhead]) * shape_.run;
        for (int64_t at = 0; at < std::min(shape_.run, kAheadBytes); at += 64) __builtin_prefetch(next + at);
      }
      CopyRun(to, params + position(indices[i]) * shape_.run, static_cast<size_t>(shape_.run));
      to += shape_.run;
    }
  }

  template <typename T, typename Position>
  static void Elements(const std::byte* params, const Integer* indices, int64_t count, std::byte* to,
                       Position position) {
    const T* from = reinterpret_cast<const T*>(params);
    T* result = reinterpret_cast<T*>(to);
    for (int64_t i = 0; i < count; ++i) result[i] = from[position(indices[i])];
  }

  GatherShape shape_;
};

class GatherPattern : public DirectPattern {
 public:
  std::string name() const override { return "gather_runs"; }

  Result<std::unique_ptr<DirectKernel>> Instantiate(const CanonicalKernel& kernel) const override {
    const KernelNode& gather = kernel.ir.nodes[static_cast<size_t>(kernel.ir.outputs[0])];
    const KernelNode& params = kernel.ir.nodes[static_cast<size_t>(gather.inputs[0])];
    const KernelNode& indices = kernel.ir.nodes[static_cast<size_t>(gather.inputs[1])];
    GatherShape shape;
    shape.params = params.index;
    shape.indices = indices.index;
    shape.run = ge::GetSizeByDataType(params.dtype);
    const int axis = gather.axes[0], before = gather.axes[1];
    for (size_t i = 0; i < params.dims.size(); ++i) {
      const int64_t extent = kernel.symbols[static_cast<size_t>(params.dims[i])];
      if (static_cast<int>(i) == axis) {
        shape.extent = extent;
      } else {
        (static_cast<int>(i) < before ? shape.outer : shape.run) *= extent;
      }
    }
    for (int dim : indices.dims) shape.count *= kernel.symbols[static_cast<size_t>(dim)];
    if (indices.dtype == ge::DT_INT32) {
      return std::unique_ptr<DirectKernel>(std::make_unique<GatherKernel<int32_t>>(shape));
    }
    return std::unique_ptr<DirectKernel>(std::make_unique<GatherKernel<int64_t>>(shape));
  }
};

}  // namespace

std::shared_ptr<const DirectPattern> MatchGather(const KernelIr& ir) {
  if (ir.outputs.size() != 1) return nullptr;
  const KernelNode& gather = ir.nodes[static_cast<size_t>(ir.outputs[0])];
  if (gather.op != KernelOp::kGather) return nullptr;
  const KernelNode& indices = ir.nodes[static_cast<size_t>(gather.inputs[1])];
  const bool inputs = ir.nodes[static_cast<size_t>(gather.inputs[0])].op == KernelOp::kInput &&
                      indices.op == KernelOp::kInput &&
                      (indices.dtype == ge::DT_INT32 || indices.dtype == ge::DT_INT64);
  return inputs ? std::make_shared<GatherPattern>() : nullptr;
}

}  // namespace opdk
