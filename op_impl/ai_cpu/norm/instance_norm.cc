#include <cmath>
#include <string>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/tensor.h"
#include "op_impl/ai_cpu/norm/moments.h"

namespace aicpu {
namespace {

class InstanceNormCpuKernel : public CpuKernel {
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
    const std::string format = opdk::StringAttr(ctx, "data_format", "NDHWC");
    const bool last = format == "NHWC" || format == "NDHWC";
    const int64_t channels = last ? dims.back() : dims[1];
    const int64_t extent = opdk::Product(std::span(dims).subspan(last ? 1 : 2, dims.size() - 2));
    const int64_t step = last ? channels : 1;
    const std::vector<double> gamma = opdk::FloatValues(ctx.Input(1)), beta = opdk::FloatValues(ctx.Input(2));
    const double epsilon = opdk::FloatAttr(ctx, "epsilon", 1e-6f);
    const T* x = opdk::Values<const T>(ctx.Input(0)).data();
    T* y = opdk::Values<T>(ctx.Output(0)).data();
    const auto mean = opdk::Values<T>(ctx.Output(1)), variance = opdk::Values<T>(ctx.Output(2));
    return opdk::ParallelRange(ctx, dims[0] * channels, extent * 4, [&](int64_t begin, int64_t end) {
      for (int64_t row = begin; row < end; ++row) {
        const auto c = static_cast<size_t>(row % channels), r = static_cast<size_t>(row);
        const int64_t first = last ? row / channels * channels * extent + row % channels : row * extent;
        // The elements are neighbours, or `step` apart.
        const opdk::Moments moments =
            last ? opdk::MomentsOf(x + first, extent, 1, step) : opdk::MomentsOf(x + first, 1, extent, 0);
        const double factor = gamma[c] / std::sqrt(moments.variance + epsilon);
        for (int64_t i = 0; i < extent; ++i) {
          const int64_t at = first + i * step;
          const C centred = static_cast<C>(static_cast<double>(x[at]) - moments.mean);
          y[at] = static_cast<T>(centred * static_cast<C>(factor) + static_cast<C>(beta[c]));
        }
        if (!mean.empty()) mean[r] = static_cast<T>(moments.mean);
        if (!variance.empty()) variance[r] = static_cast<T>(moments.variance);
      }
    });
  }
};
OPDK_CPU_KERNEL(InstanceNorm, InstanceNormCpuKernel);

}  // namespace

}  // namespace aicpu
