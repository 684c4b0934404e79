#include <cmath>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/tensor.h"
#include "op_impl/ai_cpu/norm/moments.h"

namespace aicpu {
namespace {

class GroupNormCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Input(0)->GetDataType(),
                          [&]<typename T>() { return Normalize<T>(ctx); });
  }

 private:
  template <typename T>
  static uint32_t Normalize(const CpuKernelContext& ctx) {
    using C = opdk::ComputeType<T>;
    const std::vector<int64_t> dims = opdk::DimsOf(ctx.Input(0));
    const bool last = opdk::StringAttr(ctx, "data_format", "NHWC") == "NHWC";
    const int64_t groups = opdk::IntAttr(ctx, "num_groups", 1), channels = last ? dims.back() : dims[1];
    const auto inner = std::span(dims).subspan(last ? 1 : 2);
    const int64_t elements = opdk::Product(last ? inner.first(inner.size() - 1) : inner);
    const int64_t size = channels / groups;
    // A group is `runs` runs of `run` neighbours, `distance` apart.
    const int64_t runs = last ? elements : 1, run = last ? size : size * elements, distance = last ? channels : 0;
    const double eps = opdk::FloatAttr(ctx, "eps", 0.0001f);
    const std::vector<double> gamma = opdk::FloatValues(ctx.Input(1)), beta = opdk::FloatValues(ctx.Input(2));
    const T* x = opdk::Values<const T>(ctx.Input(0)).data();
    T* y = opdk::Values<T>(ctx.Output(0)).data();
    const auto mean = opdk::Values<T>(ctx.Output(1)), variance = opdk::Values<T>(ctx.Output(2));
    return opdk::ParallelRange(ctx, dims[0] * groups, size * elements * 4, [&](int64_t begin, int64_t end) {
      for (int64_t row = begin; row < end; ++row) {
        const int64_t group = row % groups;
        const int64_t first = row / groups * channels * elements + group * run;
        const opdk::Moments moments = opdk::MomentsOf(x + first, runs, run, distance);
        const double inverse = 1 / std::sqrt(moments.variance + eps);
        for (int64_t i = 0; i < runs * run; ++i) {
          const int64_t at = first + i / run * distance + i % run;
          const auto c = static_cast<size_t>(group * size + (last ? i % run : i / elements));
          const C centred = static_cast<C>(static_cast<double>(x[at]) - moments.mean);
          y[at] = static_cast<T>(centred * static_cast<C>(inverse * gamma[c]) + static_cast<C>(beta[c]));
        }
        if (!mean.empty()) mean[static_cast<size_t>(row)] = static_cast<T>(moments.mean);
        if (!variance.empty()) variance[static_cast<size_t>(row)] = static_cast<T>(moments.variance);
      }
    });
  }
};
OPDK_CPU_KERNEL(GroupNorm, GroupNormCpuKernel);

}  // namespace

}  // namespace aicpu
