#include <algorithm>
#include <cmath>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/philox.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace aicpu {
namespace {

opdk::Philox PhiloxOf(const CpuKernelContext& ctx) {
  return {opdk::IntAttr(ctx, "seed", 0), opdk::IntAttr(ctx, "seed2", 0), opdk::NextDraw()};
}

template <bool kNormal>
class RandomCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const opdk::Philox random = PhiloxOf(ctx);
    ctx.Output(0)->GetTensorShape()->SetDimSizes(opdk::IntValues(ctx.Input(0)));
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Output(0)->GetDataType(), [&]<typename T>() {
      const auto y = opdk::Values<T>(ctx.Output(0));
      return opdk::ParallelRange(ctx, static_cast<int64_t>(y.size()), 60, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) {
          y[static_cast<size_t>(i)] = static_cast<T>(kNormal ? random.Normal(i) : random.template Uniform<T>(i));
        }
      });
    });
  }
};

class MultinomialCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const opdk::Philox random = PhiloxOf(ctx);
    const auto dims = opdk::DimsOf(ctx.Input(0));
    const std::vector<double> logits = opdk::FloatValues(ctx.Input(0));
    const int64_t count = opdk::IntValues(ctx.Input(1)).at(0), classes = dims[1];
    ctx.Output(0)->GetTensorShape()->SetDimSizes({dims[0], count});
    return opdk::Dispatch(opdk::Types<int64_t, int32_t>(), ctx.Output(0)->GetDataType(), [&]<typename T>() {
      auto* y = static_cast<T*>(ctx.Output(0)->GetData());
      for (int64_t row = 0; row < dims[0] && count > 0; ++row) {
        const auto from = logits.begin() + row * classes;
        const std::vector<double> sums = RunningSums({from, from + classes});
        if (sums.empty() || !(sums.back() > 0)) {
          std::fill_n(y + row * count, count, T(0));
          continue;
        }
        for (int64_t i = row * count; i < (row + 1) * count; ++i) {
          const double drawn = random.Uniform<double>(i) * sums.back();
          y[i] = static_cast<T>(std::upper_bound(sums.begin(), sums.end(), drawn) - sums.begin());
        }
      }
      return opdk::kKernelOk;
    });
  }

 private:
  // Returns the running sums of e^logit. All are relative to the greatest one, which only scales them.
  static std::vector<double> RunningSums(std::vector<double> logits) {
    double greatest = -INFINITY, sum = 0;
    for (const double logit : logits) greatest = std::fmax(greatest, logit);
    for (double& logit : logits) {
      // An infinite logit leaves no chance to finite ones.
      const double weight = logit == greatest ? 1 : std::exp(logit - greatest);
      if (std::isfinite(weight) && logit > -INFINITY) sum += weight;
      logit = sum;
    }
    return logits;
  }
};
OPDK_CPU_KERNEL(Multinomial, MultinomialCpuKernel);

OPDK_CPU_KERNEL(RandomStandardNormal, RandomCpuKernel<true>);
OPDK_CPU_KERNEL(RandomUniform, RandomCpuKernel<false>);

}  // namespace

}  // namespace aicpu
