#include <algorithm>
#include <vector>

#include "cpu_kernel.h"
#include "log.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace aicpu {
namespace {

// Two shapes of the same rank: 1s are put in front of the shorter one.
struct Shapes {
  explicit Shapes(const CpuKernelContext& ctx) : x1(opdk::IntValues(ctx.Input(0))), x2(opdk::IntValues(ctx.Input(1))) {
    are_equal = x1 == x2;
    const size_t rank = std::max(x1.size(), x2.size());
    x1.insert(x1.begin(), static_cast<ptrdiff_t>(rank - x1.size()), 1);
    x2.insert(x2.begin(), static_cast<ptrdiff_t>(rank - x2.size()), 1);
  }

  // Logs an error and returns false where the shapes can't be broadcast.
  bool Fit(const CpuKernelContext& ctx) const {
    for (size_t axis = 0; axis < x1.size(); ++axis) {
      if (x1[axis] == x2[axis] || x1[axis] == 1 || x2[axis] == 1) continue;
      KERNEL_LOG_ERROR("%s: the shapes can't be broadcast: in axis %zu their extents are %lld and %lld",
                       ctx.GetOpType().c_str(), axis, static_cast<long long>(x1[axis]),
                       static_cast<long long>(x2[axis]));
      return false;
    }
    return true;
  }

  std::vector<int64_t> x1, x2;
  bool are_equal = false;  // before any 1 is put in front
};

uint32_t Write(const CpuKernelContext& ctx, uint32_t output, const std::vector<int64_t>& numbers) {
  Tensor* const y = ctx.Output(output);
  y->GetTensorShape()->SetDimSizes({static_cast<int64_t>(numbers.size())});
  return opdk::Dispatch(opdk::Types<int64_t, int32_t>(), y->GetDataType(), [&]<typename T>() {
    std::transform(numbers.begin(), numbers.end(), static_cast<T*>(y->GetData()),
                   [](int64_t number) { return static_cast<T>(number); });
    return opdk::kKernelOk;
  });
}

class BroadcastArgsCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const Shapes shapes(ctx);
    if (!shapes.Fit(ctx)) return opdk::kKernelFailed;
    std::vector<int64_t> y = shapes.x1;
    for (size_t axis = 0; axis < y.size(); ++axis) y[axis] = y[axis] == 1 ? shapes.x2[axis] : y[axis];
    return Write(ctx, 0, y);
  }
};
OPDK_CPU_KERNEL(BroadcastArgs, BroadcastArgsCpuKernel);

class BroadcastGradientArgsCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const Shapes shapes(ctx);
    if (!shapes.Fit(ctx)) return opdk::kKernelFailed;
    std::vector<int64_t> y1, y2;
    // Equal shapes have nothing to sum, not even over axes of extent 1.
    for (size_t axis = 0; !shapes.are_equal && axis < shapes.x1.size(); ++axis) {
      if (shapes.x1[axis] == 1) y1.push_back(static_cast<int64_t>(axis));
      if (shapes.x2[axis] == 1) y2.push_back(static_cast<int64_t>(axis));
    }
    const uint32_t status = Write(ctx, 0, y1);
    return status == opdk::kKernelOk ? Write(ctx, 1, y2) : status;
  }
};
OPDK_CPU_KERNEL(BroadcastGradientArgs, BroadcastGradientArgsCpuKernel);

}  // namespace
}  // namespace aicpu
