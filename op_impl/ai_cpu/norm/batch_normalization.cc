#include <cmath>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/tensor.h"
#include "op_impl/ai_cpu/norm/moments.h"

namespace aicpu {
namespace {

const char* const kBatchNormalization = "BatchNormalization";

class BatchNormalizationCpuKernel : public CpuKernel {
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
    const int64_t instances = dims[0];
    const int64_t channels = dims.size() == 1 ? 1 : dims[1];
    const int64_t extent = dims.size() < 2 ? 1 : opdk::Product(std::span(dims).subspan(2));
    const std::vector<double> scale = opdk::FloatValues(ctx.Input(1));
    const std::vector<double> bias = opdk::FloatValues(ctx.Input(2));
    const std::vector<double> mean = opdk::FloatValues(ctx.Input(3));
    const std::vector<double> variance = opdk::FloatValues(ctx.Input(4));
    const double epsilon = opdk::FloatAttr(ctx, "epsilon", 1e-5f);
    const double momentum = opdk::FloatAttr(ctx, "momentum", 0.9f);
    const bool training = opdk::IntAttr(ctx, "training_mode", 0) != 0;
    const T* x = opdk::Values<const T>(ctx.Input(0)).data();
    T* y = opdk::Values<T>(ctx.Output(0)).data();
    std::vector<double> running_mean = mean;
    std::vector<double> running_variance = variance;
    const uint32_t status = opdk::ParallelRange(ctx, channels, instances * extent * 2, [&](int64_t begin, int64_t end) {
      for (int64_t channel = begin; channel < end; ++channel) {
        const auto c = static_cast<size_t>(channel);
        opdk::Moments moments{mean[c], variance[c]};
        if (training) {
          moments = opdk::MomentsOf(x + channel * extent, instances, extent, channels * extent);
          running_mean[c] = mean[c] * momentum + moments.mean * (1 - momentum);
          running_variance[c] = variance[c] * momentum + moments.variance * (1 - momentum);
        }
        const auto factor = static_cast<C>(scale[c] / std::sqrt(moments.variance + epsilon));
        const auto centre = static_cast<C>(moments.mean);
        const auto shift = static_cast<C>(bias[c]);
        for (int64_t n = 0; n < instances; ++n) {
          const int64_t at = (n * channels + channel) * extent;
          for (int64_t i = at; i < at + extent; ++i) {
            y[i] = static_cast<T>((static_cast<C>(x[i]) - centre) * factor + shift);
          }
        }
      }
    });
    if (status != opdk::kKernelOk) return status;
    if (Store(ctx.Output(1), running_mean) != opdk::kKernelOk) return opdk::kKernelFailed;
    return Store(ctx.Output(2), running_variance);
  }

  static uint32_t Store(const Tensor* tensor, const std::vector<double>& values) {
    if (!opdk::IsPresent(tensor)) return opdk::kKernelOk;
    return opdk::Dispatch(opdk::FloatTypes(), tensor->GetDataType(), [&]<typename T>() {
      const auto to = opdk::Values<T>(tensor);
      for (size_t i = 0; i < to.size(); ++i) to[i] = static_cast<T>(values[i]);
      return opdk::kKernelOk;
    });
  }
};

}  // namespace

REGISTER_CPU_KERNEL(kBatchNormalization, BatchNormalizationCpuKernel);

}  // namespace aicpu
