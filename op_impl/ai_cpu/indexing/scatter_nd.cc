// Combines slices with the slices that their indices name.
#include <cstdint>
#include <span>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/combine_rows.h"
#include "op_impl/ai_cpu/common/indices.h"

namespace aicpu {
namespace {

// The tensor as rows, its indexed axes seen as one axis: the size of a row, and the row that each list of indices
// names.
struct NamedSlices {
  NamedSlices(const Tensor* indices, const Tensor* tensor) {
    const std::vector<int64_t> dims = opdk::DimsOf(tensor), given = opdk::IntValues(indices);
    const std::vector<int64_t> shape = opdk::DimsOf(indices);
    const auto depth = static_cast<size_t>(shape.back());
    row = static_cast<size_t>(opdk::Product(std::span(dims).subspan(depth)));
    state =
        opdk::RequireInside<int64_t>("indices", given, shape, std::span(dims).first(depth), opdk::Negative::kOutside);
    if (state != opdk::kKernelOk) return;
    ids.resize(static_cast<size_t>(opdk::Product(std::span(shape).first(shape.size() - 1))));
    for (size_t i = 0; i < ids.size(); ++i) {
      for (size_t axis = 0; axis < depth; ++axis) ids[i] = ids[i] * dims[axis] + given[i * depth + axis];
    }
  }
  uint32_t state = opdk::kKernelOk;  // kKernelFailed: an index lies outside
  std::vector<int64_t> ids;
  size_t row = 1;
};

template <typename Combine>
class ScatterSlicesCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const NamedSlices slices(ctx.Input(1), ctx.Output(0));
    if (slices.state != opdk::kKernelOk) return slices.state;
    return opdk::CombineRows<Combine>(ctx.Input(0), slices.ids, ctx.Input(2), slices.row, ctx.Output(0));
  }
};
OPDK_CPU_KERNEL(ScatterNdUpdate, ScatterSlicesCpuKernel<opdk::PutRow>);
OPDK_CPU_KERNEL(ScatterNdAdd, ScatterSlicesCpuKernel<opdk::AddRow>);
OPDK_CPU_KERNEL(ScatterNdSub, ScatterSlicesCpuKernel<opdk::SubRow>);
OPDK_CPU_KERNEL(ScatterNdMax, ScatterSlicesCpuKernel<opdk::MaxRow>);
OPDK_CPU_KERNEL(ScatterNdMin, ScatterSlicesCpuKernel<opdk::MinRow>);
OPDK_CPU_KERNEL(TensorScatterUpdate, ScatterSlicesCpuKernel<opdk::PutRow>);
OPDK_CPU_KERNEL(TensorScatterAdd, ScatterSlicesCpuKernel<opdk::AddRow>);
OPDK_CPU_KERNEL(TensorScatterSub, ScatterSlicesCpuKernel<opdk::SubRow>);
OPDK_CPU_KERNEL(TensorScatterMax, ScatterSlicesCpuKernel<opdk::MaxRow>);
OPDK_CPU_KERNEL(TensorScatterMin, ScatterSlicesCpuKernel<opdk::MinRow>);
OPDK_CPU_KERNEL(ScatterNonAliasingAdd, ScatterSlicesCpuKernel<opdk::AddRow>);

class ScatterNdCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const NamedSlices slices(ctx.Input(0), ctx.Output(0));
    if (slices.state != opdk::kKernelOk) return slices.state;
    return opdk::CombineRows<opdk::AddRow>(nullptr, slices.ids, ctx.Input(1), slices.row, ctx.Output(0));
  }
};
OPDK_CPU_KERNEL(ScatterNd, ScatterNdCpuKernel);
OPDK_CPU_KERNEL(ScatterNdD, ScatterNdCpuKernel);

}  // namespace

}  // namespace aicpu
