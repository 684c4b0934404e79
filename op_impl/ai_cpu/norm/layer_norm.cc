#include <algorithm>
#include <cmath>
#include <type_traits>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/broadcast.h"
#include "op_impl/ai_cpu/common/tensor.h"
#include "op_impl/ai_cpu/norm/moments.h"

namespace aicpu {
namespace {

// Returns gamma or beta, broadcast to `dims`. All values are `absent` where the input is absent.
template <typename C>
std::vector<C> Parameter(const Tensor* tensor, const std::vector<int64_t>& dims, double absent) {
  std::vector<C> values(static_cast<size_t>(opdk::Product(dims)), static_cast<C>(absent));
  if (!opdk::IsPresent(tensor)) return values;
  const std::vector<double> from = opdk::FloatValues(tensor);
  const opdk::BroadcastPlan plan({opdk::DimsOf(tensor)}, dims);
  plan.ForEachRun(0, plan.total(), [&](const int64_t* at, int64_t first, int64_t count) {
    for (int64_t i = 0; i < count; ++i) {
      values[static_cast<size_t>(first + i)] = static_cast<C>(from[static_cast<size_t>(at[0] + i * plan.run_step(0))]);
    }
  });
  return values;
}

// Returns the last axes of `dims` from `axis` on. A negative axis counts from the end.
std::vector<int64_t> From(const std::vector<int64_t>& dims, int64_t axis) {
  return {axis < 0 ? dims.end() + axis : dims.begin() + axis, dims.end()};
}

// Normalizes the axes `normalized`. gamma and beta, the inputs `gamma` and `gamma` + 1, broadcast to the axes `scaled`.
template <typename T>
uint32_t Normalize(const CpuKernelContext& ctx, uint32_t gamma, const std::vector<int64_t>& normalized,
                   const std::vector<int64_t>& scaled, bool inverse) {
  using C = opdk::ComputeType<T>;
  using U = std::conditional_t<std::is_same_v<T, double>, double, float>;
  const int64_t extent = opdk::Product(normalized), period = std::max<int64_t>(opdk::Product(scaled), 1);
  const std::vector<C> scale = Parameter<C>(ctx.Input(gamma), scaled, 1);
  const std::vector<C> shift = Parameter<C>(ctx.Input(gamma + 1), scaled, 0);
  const double epsilon = opdk::FloatAttr(ctx, "epsilon", 1e-5f);
  const auto x = opdk::Values<const T>(ctx.Input(0));
  const auto y = opdk::Values<T>(ctx.Output(0));
  const auto mean = opdk::Values<U>(ctx.Output(1)), third = opdk::Values<U>(ctx.Output(2));
  const std::vector<int64_t> dims = opdk::DimsOf(ctx.Input(0));
  const int64_t rows = opdk::Product(std::span(dims).first(dims.size() - normalized.size()));
  return opdk::ParallelRange(ctx, rows, extent * 4, [&](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) {
      const int64_t at = row * extent;
      const opdk::Moments moments = opdk::MomentsOf(x.data() + at, 1, extent, 0);
      const double rstd = 1 / std::sqrt(moments.variance + epsilon);
      for (int64_t i = at; i < at + extent; ++i) {
        const auto k = static_cast<size_t>(i % period);
        const C centred = static_cast<C>(static_cast<double>(x[static_cast<size_t>(i)]) - moments.mean);
        y[static_cast<size_t>(i)] = static_cast<T>(centred * static_cast<C>(rstd) * scale[k] + shift[k]);
      }
      if (!mean.empty()) mean[static_cast<size_t>(row)] = static_cast<U>(moments.mean);
      if (!third.empty()) third[static_cast<size_t>(row)] = static_cast<U>(inverse ? rstd : moments.variance);
    }
  });
}

template <bool kInverse>
class NormFromAxis : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const std::vector<int64_t> dims = opdk::DimsOf(ctx.Input(0));
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      return Normalize<T>(ctx, 1, From(dims, opdk::IntAttr(ctx, "begin_norm_axis", 0)),
                          From(dims, opdk::IntAttr(ctx, "begin_params_axis", 0)), kInverse);
    });
  }
};

class LayerNormV4CpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const auto normalized = From(opdk::DimsOf(ctx.Input(0)), -ctx.Input(1)->NumElements());
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Input(0)->GetDataType(),
                          [&]<typename T>() { return Normalize<T>(ctx, 2, normalized, normalized, true); });
  }
};
OPDK_CPU_KERNEL(LayerNormV4, LayerNormV4CpuKernel);

OPDK_CPU_KERNEL(LayerNorm, NormFromAxis<false>);
OPDK_CPU_KERNEL(LayerNormV3, NormFromAxis<true>);

}  // namespace

}  // namespace aicpu
