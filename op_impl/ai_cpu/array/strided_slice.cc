#include <string>

#include "log.h"
#include "op_impl/ai_cpu/array/strided_copy.h"
#include "op_proto/array/slice_plan.h"

namespace aicpu {
namespace {

uint32_t CopySlice(const CpuKernelContext& ctx, const std::vector<opdk::SlicePlan::Axis>& axes) {
  std::vector<int64_t> strides = opdk::RowMajorStrides(opdk::DimsOf(ctx.Input(0))), sizes;
  int64_t offset = 0;
  for (size_t i = 0; i < axes.size(); ++i) {
    offset += axes[i].start * strides[i];
    strides[i] *= axes[i].step;
    sizes.push_back(axes[i].size);
  }
  if (opdk::Product(sizes) == 0) return opdk::kKernelOk;
  return opdk::DispatchBySize(ctx.Input(0)->GetDataType(), [&]<typename T>() {
    opdk::StridedCopy(ctx, opdk::Values<const T>(ctx.Input(0)).data(), offset, strides, sizes,
                      opdk::Values<T>(ctx.Output(0)).data());
    return opdk::kKernelOk;
  });
}

}  // namespace

// kAxes, kStrides: the inputs that hold them; 0: none does.
template <uint32_t kAxes, uint32_t kStrides>
class StridedSliceCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    opdk::SliceRequest request;
    request.begin = opdk::GivenInts(ctx, 1, "begin");
    request.end = opdk::GivenInts(ctx, 2, "end");
    request.entries = request.begin->size();
    request.has_axes = Has(ctx, kAxes);
    if (request.has_axes) request.axes = opdk::IntValues(ctx.Input(kAxes));
    const bool has_strides = opdk::IsDForm(ctx) || Has(ctx, kStrides);
    request.strides =
        has_strides ? opdk::GivenInts(ctx, kStrides, "strides") : std::vector<int64_t>(request.entries, 1);
    request.begin_mask = opdk::IntAttr(ctx, "begin_mask", 0);
    request.end_mask = opdk::IntAttr(ctx, "end_mask", 0);
    request.ellipsis_mask = opdk::IntAttr(ctx, "ellipsis_mask", 0);
    request.new_axis_mask = opdk::IntAttr(ctx, "new_axis_mask", 0);
    request.shrink_axis_mask = opdk::IntAttr(ctx, "shrink_axis_mask", 0);
    std::string why;
    const auto plan = opdk::PlanSlice(opdk::DimsOf(ctx.Input(0)), request, why);
    if (!plan || opdk::Product(plan->Shape()) != ctx.Output(0)->NumElements()) {
      KERNEL_LOG_ERROR("%s: %s", ctx.GetOpType().c_str(), plan ? "the output has another size" : why.c_str());
      return opdk::kKernelFailed;
    }
    return CopySlice(ctx, plan->axes);
  }

 private:
  static bool Has(const CpuKernelContext& ctx, uint32_t input) {
    return input > 0 && input < ctx.GetInputsSize() && opdk::IsPresent(ctx.Input(input));
  }
};

class SliceCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const auto offsets = opdk::GivenInts(ctx, 1, "offsets"), sizes = opdk::DimsOf(ctx.Output(0));
    const auto x = opdk::DimsOf(ctx.Input(0));
    std::vector<opdk::SlicePlan::Axis> axes;
    for (size_t i = 0; i < sizes.size() && i < offsets.size(); ++i) {
      // Shape inference checks constant offsets. These may have been computed.
      if (offsets[i] < 0 || offsets[i] > x[i] - sizes[i]) {
        KERNEL_LOG_ERROR("%s: %ld elements from %ld on leave axis %zu of %ld", ctx.GetOpType().c_str(),
                         static_cast<long>(sizes[i]), static_cast<long>(offsets[i]), i, static_cast<long>(x[i]));
        return opdk::kKernelFailed;
      }
      axes.push_back({offsets[i], 1, sizes[i]});
    }
    return axes.size() == x.size() ? CopySlice(ctx, axes) : opdk::kKernelFailed;
  }
};
OPDK_CPU_KERNEL(Slice, SliceCpuKernel);
OPDK_CPU_KERNEL(SliceD, SliceCpuKernel);

OPDK_CPU_KERNEL(StridedSliceV2, StridedSliceCpuKernel<3, 4>);
using PlainStridedSliceCpuKernel = StridedSliceCpuKernel<0, 3>;
OPDK_CPU_KERNEL(StridedSlice, PlainStridedSliceCpuKernel);
OPDK_CPU_KERNEL(StridedSliceD, PlainStridedSliceCpuKernel);

}  // namespace aicpu
