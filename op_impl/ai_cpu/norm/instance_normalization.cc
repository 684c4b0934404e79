#include <cmath>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/tensor.h"
#include "op_impl/ai_cpu/norm/moments.h"

namespace aicpu {
namespace {

const char* const kInstanceNormalization = "InstanceNormalization";

class InstanceNormalizationCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      using C = opdk::ComputeType<T>;
      const std::vector<int64_t> dims = opdk::DimsOf(ctx.Input(0));
      const int64_t channels = dims[1];
      const int64_t extent = opdk::Product(std::span(dims).subspan(2));
      const std::vector<double> scale = opdk::FloatValues(ctx.Input(1));
      const std::vector<double> bias = opdk::FloatValues(ctx.Input(2));
      const double epsilon = opdk::FloatAttr(ctx, "epsilon", 1e-5f);
      const T* x = opdk::Values<const T>(ctx.Input(0)).data();
      T* y = opdk::Values<T>(ctx.Output(0)).data();
      return opdk::ParallelRange(ctx, dims[0] * channels, extent * 4, [&](int64_t begin, int64_t end) {
        for (int64_t row = begin; row < end; ++row) {
          const auto c = static_cast<size_t>(row % channels);
          const opdk::Moments moments = opdk::MomentsOf(x + row * extent, 1, extent, 0);
          const double factor = scale[c] / std::sqrt(moments.variance + epsilon);
          for (int64_t i = row * extent; i < (row + 1) * extent; ++i) {
            const C centred = static_cast<C>(static_cast<double>(x[i]) - moments.mean);
            y[i] = static_cast<T>(centred * static_cast<C>(factor) + static_cast<C>(bias[c]));
          }
        }
      });
    });
  }
};

}  // namespace

REGISTER_CPU_KERNEL(kInstanceNormalization, InstanceNormalizationCpuKernel);

}  // namespace aicpu
