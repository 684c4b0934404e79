#include <cmath>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/broadcast.h"
#include "op_impl/ai_cpu/common/tensor.h"
#include "op_impl/ai_cpu/norm/moments.h"

namespace aicpu {
namespace {

const char* const kLayerNormalization = "LayerNormalization";

// scale or bias, broadcast to the normalized axes; `absent` everywhere when there is none.
template <typename T>
std::vector<opdk::ComputeType<T>> Parameter(const Tensor* tensor, const std::vector<int64_t>& dims, double absent) {
  using C = opdk::ComputeType<T>;
  std::vector<C> values(static_cast<size_t>(opdk::Product(dims)), static_cast<C>(absent));
  if (!opdk::IsPresent(tensor)) return values;
  const T* from = opdk::Values<const T>(tensor).data();
  const opdk::BroadcastPlan plan({opdk::DimsOf(tensor)}, dims);
  plan.ForEachRun(0, plan.total(), [&](const int64_t* at, int64_t first, int64_t count) {
    for (int64_t i = 0; i < count; ++i) {
      values[static_cast<size_t>(first + i)] = static_cast<C>(from[at[0] + i * plan.run_step(0)]);
    }
  });
  return values;
}

class LayerNormalizationCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      return opdk::Dispatch(opdk::FloatTypes(), ctx.Output(1)->GetDataType(),
                            [&]<typename U>() { return Normalize<T, U>(ctx); });
    });
  }

 private:
  template <typename T, typename U>
  static uint32_t Normalize(const CpuKernelContext& ctx) {
    using C = opdk::ComputeType<T>;
    const std::vector<int64_t> dims = opdk::DimsOf(ctx.Input(0));
    const int64_t axis = opdk::IntAttr(ctx, "axis", -1);
    const std::vector<int64_t> normalized(axis < 0 ? dims.end() + axis : dims.begin() + axis, dims.end());
    const int64_t extent = opdk::Product(normalized);
    const std::vector<C> scale = Parameter<T>(ctx.Input(1), normalized, 1);
    const std::vector<C> bias = Parameter<T>(ctx.Input(2), normalized, 0);
    const double epsilon = opdk::FloatAttr(ctx, "epsilon", 1e-5f);
    const T* x = opdk::Values<const T>(ctx.Input(0)).data();
    T* y = opdk::Values<T>(ctx.Output(0)).data();
    const auto mean = opdk::Values<U>(ctx.Output(1));
    const auto inv_std_dev = opdk::Values<U>(ctx.Output(2));
    const int64_t rows = opdk::Product(std::span(dims).first(dims.size() - normalized.size()));
    return opdk::ParallelRange(ctx, rows, extent * 4, [&](int64_t begin, int64_t end) {
      for (int64_t row = begin; row < end; ++row) {
        const int64_t at = row * extent;
        const opdk::Moments moments = opdk::MomentsOf(x + at, 1, extent, 0);
        const double inverse = 1 / std::sqrt(moments.variance + epsilon);
        for (int64_t i = 0; i < extent; ++i) {
          const auto k = static_cast<size_t>(i);
          const C centred = static_cast<C>(static_cast<double>(x[at + i]) - moments.mean);
          y[at + i] = static_cast<T>(centred * static_cast<C>(inverse) * scale[k] + bias[k]);
        }
        if (!mean.empty()) mean[static_cast<size_t>(row)] = static_cast<U>(moments.mean);
        if (!inv_std_dev.empty()) inv_std_dev[static_cast<size_t>(row)] = static_cast<U>(inverse);
      }
    });
  }
};

}  // namespace

REGISTER_CPU_KERNEL(kLayerNormalization, LayerNormalizationCpuKernel);

}  // namespace aicpu
