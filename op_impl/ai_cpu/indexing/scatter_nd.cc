// Combines slices with the slices that their indices name.
#include <cstdint>
#include <span>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/combine_rows.h"
#include "op_impl/ai_cpu/common/indices.h"

namespace aicpu {
namespace {

const char* const kScatterNdUpdate = "ScatterNdUpdate";
const char* const kScatterNdAdd = "ScatterNdAdd";
const char* const kScatterNdSub = "ScatterNdSub";
const char* const kScatterNdMax = "ScatterNdMax";
const char* const kScatterNdMin = "ScatterNdMin";
const char* const kTensorScatterUpdate = "TensorScatterUpdate";
const char* const kTensorScatterAdd = "TensorScatterAdd";
const char* const kTensorScatterSub = "TensorScatterSub";
const char* const kTensorScatterMax = "TensorScatterMax";
const char* const kTensorScatterMin = "TensorScatterMin";
const char* const kScatterNonAliasingAdd = "ScatterNonAliasingAdd";
const char* const kScatterNd = "ScatterNd";
const char* const kScatterNdD = "ScatterNdD";

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

class ScatterNdCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const NamedSlices slices(ctx.Input(0), ctx.Output(0));
    if (slices.state != opdk::kKernelOk) return slices.state;
    return opdk::CombineRows<opdk::AddRow>(nullptr, slices.ids, ctx.Input(1), slices.row, ctx.Output(0));
  }
};

}  // namespace

REGISTER_CPU_KERNEL(kScatterNdUpdate, ScatterSlicesCpuKernel<opdk::PutRow>);
REGISTER_CPU_KERNEL(kScatterNdAdd, ScatterSlicesCpuKernel<opdk::AddRow>);
REGISTER_CPU_KERNEL(kScatterNdSub, ScatterSlicesCpuKernel<opdk::SubRow>);
REGISTER_CPU_KERNEL(kScatterNdMax, ScatterSlicesCpuKernel<opdk::MaxRow>);
REGISTER_CPU_KERNEL(kScatterNdMin, ScatterSlicesCpuKernel<opdk::MinRow>);
REGISTER_CPU_KERNEL(kTensorScatterUpdate, ScatterSlicesCpuKernel<opdk::PutRow>);
REGISTER_CPU_KERNEL(kTensorScatterAdd, ScatterSlicesCpuKernel<opdk::AddRow>);
REGISTER_CPU_KERNEL(kTensorScatterSub, ScatterSlicesCpuKernel<opdk::SubRow>);
REGISTER_CPU_KERNEL(kTensorScatterMax, ScatterSlicesCpuKernel<opdk::MaxRow>);
REGISTER_CPU_KERNEL(kTensorScatterMin, ScatterSlicesCpuKernel<opdk::MinRow>);
REGISTER_CPU_KERNEL(kScatterNonAliasingAdd, ScatterSlicesCpuKernel<opdk::AddRow>);
REGISTER_CPU_KERNEL(kScatterNd, ScatterNdCpuKernel);
REGISTER_CPU_KERNEL(kScatterNdD, ScatterNdCpuKernel);

}  // namespace aicpu
