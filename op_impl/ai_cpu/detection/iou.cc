// The overlap of boxes.
#include <algorithm>
#include <array>
#include <cmath>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace aicpu {
namespace {

template <typename C>
using Corners = std::array<C, 4>;  // x1, y1, x2, y2

// Returns the lower number, or NaN where one is NaN. A corner of NaN leaves the overlap unknown.
template <typename C>
C Lower(C a, C b) {
  return std::isnan(a) || a < b ? a : b;
}
template <typename C>
C Higher(C a, C b) {
  return std::isnan(a) || a > b ? a : b;
}

template <typename C>
C AreaOf(const Corners<C>& box, C eps) {
  return (box[2] - box[0] + eps) * (box[3] - box[1] + eps);
}

template <typename C>
C Overlap(const Corners<C>& box, const Corners<C>& other, C eps, bool over_other) {
  C common = 1;
  for (size_t axis = 0; axis < 2; ++axis) {
    common *= Higher<C>(Lower<C>(box[axis + 2], other[axis + 2]) - Higher<C>(box[axis], other[axis]) + eps, 0);
  }
  const C theirs = AreaOf(other, eps);
  return common / (over_other ? theirs : AreaOf(box, eps) + theirs - common);
}

class IouCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const bool aligned = opdk::BoolAttr(ctx, "aligned", false);
    const bool over_other = opdk::StringAttr(ctx, "mode", "iou") == "iof";
    const float eps = opdk::FloatAttr(ctx, "eps", 1);
    const int64_t columns = std::max<int64_t>(1, opdk::DimsOf(ctx.Output(0)).back());
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Output(0)->GetDataType(), [&]<typename T>() {
      using C = opdk::ComputeType<T>;
      const auto boxes = opdk::Values<const T>(ctx.Input(0)), others = opdk::Values<const T>(ctx.Input(1));
      const auto overlap = opdk::Values<T>(ctx.Output(0));
      const auto box_at = [](std::span<const T> list, int64_t number) {
        Corners<C> box;
        for (size_t i = 0; i < 4; ++i) box[i] = static_cast<C>(list[static_cast<size_t>(number) * 4 + i]);
        return box;
      };
      return opdk::ParallelRange(ctx, static_cast<int64_t>(overlap.size()), 20, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) {
          const Corners<C> box = box_at(boxes, aligned ? i : i % columns), other = box_at(others, i / columns);
          overlap[static_cast<size_t>(i)] = static_cast<T>(Overlap<C>(box, other, static_cast<C>(eps), over_other));
        }
      });
    });
  }
};
OPDK_CPU_KERNEL(Iou, IouCpuKernel);

}  // namespace

}  // namespace aicpu
