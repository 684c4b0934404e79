// LogicalAnd, LogicalOr, LogicalNot.
#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/binary.h"

namespace aicpu {
namespace {

struct AndFunction {
  auto operator()(const auto& x1, const auto& x2) const { return x1 && x2; }
};
struct OrFunction {
  auto operator()(const auto& x1, const auto& x2) const { return x1 || x2; }
};

template <typename Function>
class LogicCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override { return opdk::BroadcastExpression<bool, bool>(ctx, 1, Function()); }
};

OPDK_CPU_KERNEL(LogicalAnd, LogicCpuKernel<AndFunction>);
OPDK_CPU_KERNEL(LogicalOr, LogicCpuKernel<OrFunction>);

class LogicalNotCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const auto x = opdk::Values<const bool>(ctx.Input(0));
    const auto y = opdk::Values<bool>(ctx.Output(0));
    return opdk::ParallelRange(ctx, static_cast<int64_t>(y.size()), 1, [&](int64_t begin, int64_t end) {
      opdk::ArrayMap<bool>(y.data() + begin, end - begin) = !opdk::ConstArrayMap<bool>(x.data() + begin, end - begin);
    });
  }
};
OPDK_CPU_KERNEL(LogicalNot, LogicalNotCpuKernel);

}  // namespace

}  // namespace aicpu
