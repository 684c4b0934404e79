// Norms of the elements along some axes.
#include <cmath>
#include <complex>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/cast.h"
#include "op_impl/ai_cpu/common/tensor.h"
#include "op_impl/ai_cpu/reduce/reduce_plan.h"

namespace aicpu {
namespace {

class EuclideanNormCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const auto reduced = opdk::ReadReducedAxes(ctx);
    if (!reduced) return opdk::kKernelFailed;
    const opdk::ReducePlan plan(opdk::DimsOf(ctx.Input(0)), *reduced);
    return opdk::Dispatch(opdk::ArithmeticTypes(), ctx.Input(0)->GetDataType(),
                          [&]<typename T>() { return Run<T>(ctx, plan); });
  }

 private:
  template <typename T>
  static double Square(T x) {
    if constexpr (opdk::kIsComplex<T>) {
      return std::norm(std::complex<double>(x));
    } else {
      return static_cast<double>(x) * static_cast<double>(x);
    }
  }

  template <typename T>
  static uint32_t Run(const CpuKernelContext& ctx, const opdk::ReducePlan& plan) {
    const auto x = opdk::Values<const T>(ctx.Input(0));
    const auto y = opdk::Values<T>(ctx.Output(0));
    const int64_t steps = plan.dropped.Count();
    // In a run that is kept each element has a result.
    const int64_t kept = plan.run_is_reduced ? 1 : plan.run, added = plan.run_is_reduced ? plan.run : 1;
    return opdk::ParallelRange(ctx, static_cast<int64_t>(y.size()), steps * added, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const int64_t first = plan.kept.Offset(i / kept) + i % kept;
        double sum = 0;
        for (int64_t step = 0; step < steps; ++step) {
          const int64_t from = first + plan.dropped.Offset(step);
          for (int64_t k = 0; k < added; ++k) sum += Square(x[static_cast<size_t>(from + k)]);
        }
        if constexpr (opdk::kIsComplex<T>) {
          y[static_cast<size_t>(i)] = static_cast<T>(std::complex<double>(std::sqrt(sum)));
        } else {
          y[static_cast<size_t>(i)] = opdk::SafeCast<T>(std::sqrt(sum));
        }
      }
    });
  }
};
OPDK_CPU_KERNEL(EuclideanNorm, EuclideanNormCpuKernel);

}  // namespace

}  // namespace aicpu
