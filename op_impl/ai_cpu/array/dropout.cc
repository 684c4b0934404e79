#include <algorithm>

#include "op_impl/ai_cpu/common/copy.h"
#include "op_impl/ai_cpu/common/philox.h"

namespace aicpu {

// Without training y is x and mask is all true.
class DropoutCpuKernel : public CopyCpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const auto given = opdk::FloatValues(ctx.Input(1));
    const double ratio = given.empty() ? 0.5 : given[0];
    const auto trains = opdk::Values<const bool>(ctx.Input(2));
    if (!trains.empty() && trains[0] && ratio != 0) return Drop(ctx, ratio);
    if (opdk::IsPresent(ctx.Output(1))) {
      const auto mask = opdk::Values<bool>(ctx.Output(1));
      std::fill(mask.begin(), mask.end(), true);
    }
    return CopyCpuKernel::Compute(ctx);
  }

 private:
  static uint32_t Drop(const CpuKernelContext& ctx, double ratio) {
    const opdk::Philox random(opdk::IntAttr(ctx, "seed", 0), 0, opdk::NextDraw());
    const auto mask = opdk::Values<bool>(ctx.Output(1));
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      const auto x = opdk::Values<const T>(ctx.Input(0));
      const auto y = opdk::Values<T>(ctx.Output(0));
      return opdk::ParallelRange(ctx, static_cast<int64_t>(x.size()), 60, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) {
          const auto at = static_cast<size_t>(i);
          const bool kept = random.Uniform<double>(i) >= ratio;
          if (!mask.empty()) mask[at] = kept;
          y[at] = kept ? static_cast<T>(static_cast<double>(x[at]) / (1 - ratio)) : T(0);
        }
      });
    });
  }
};
OPDK_CPU_KERNEL(Dropout, DropoutCpuKernel);

}  // namespace aicpu
