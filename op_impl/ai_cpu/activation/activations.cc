// Activations of one tensor, each a function of one value in the compute type of x. Comparisons are written so that
// NaN stays NaN.
#include <algorithm>
#include <cmath>

#include "op_impl/ai_cpu/common/unary.h"

namespace aicpu {
namespace {

const char* const kRelu = "Relu";
const char* const kLeakyRelu = "LeakyRelu";
const char* const kElu = "Elu";
const char* const kSelu = "Selu";
const char* const kCelu = "Celu";
const char* const kThresholdedRelu = "ThresholdedRelu";
const char* const kSigmoid = "Sigmoid";
const char* const kHardSigmoid = "HardSigmoid";
const char* const kHardSwish = "HardSwish";
const char* const kSoftplus = "Softplus";
const char* const kSoftsign = "Softsign";
const char* const kTanh = "Tanh";

struct ReluFunction {
  static constexpr int64_t kCost = 1;
  template <typename T>
  T operator()(T x) const {
    return x < T(0) ? T(0) : x;
  }
};

struct LeakyReluFunction {
  static constexpr int64_t kCost = 1;
  explicit LeakyReluFunction(const CpuKernelContext& ctx) : slope(opdk::FloatAttr(ctx, "negative_slope", 0.0f)) {}
  template <typename T>
  T operator()(T x) const {
    return x < 0 ? T(slope) * x : x;
  }
  float slope;
};

struct EluFunction {
  static constexpr int64_t kCost = 24;
  explicit EluFunction(const CpuKernelContext& ctx)
      : alpha(opdk::FloatAttr(ctx, "alpha", 1.0f)),
        scale(opdk::FloatAttr(ctx, "scale", 1.0f)),
        input_scale(opdk::FloatAttr(ctx, "input_scale", 1.0f)) {}
  template <typename T>
  T operator()(T x) const {
    return T(scale) * (x < 0 ? T(alpha) * std::expm1(T(input_scale) * x) : x);
  }
  float alpha;
  float scale;
  float input_scale;
};

struct SeluFunction {
  static constexpr int64_t kCost = 24;
  template <typename T>
  T operator()(T x) const {
    return T(1.0507009873554805) * (x > 0 ? x : T(1.6732632423543772) * std::expm1(x));
  }
};

struct CeluFunction {
  static constexpr int64_t kCost = 24;
  explicit CeluFunction(const CpuKernelContext& ctx)
      : alpha1(opdk::FloatAttr(ctx, "alpha1", 1.0f)),
        alpha2(opdk::FloatAttr(ctx, "alpha2", 1.0f)),
        alpha3(opdk::FloatAttr(ctx, "alpha3", 1.0f)) {}
  template <typename T>
  T operator()(T x) const {
    return T(alpha3) * std::max(x, T(0)) + std::min(T(alpha1) * std::expm1(x / T(alpha2)), T(0));
  }
  float alpha1;
  float alpha2;
  float alpha3;
};

struct ThresholdedReluFunction {
  static constexpr int64_t kCost = 1;
  explicit ThresholdedReluFunction(const CpuKernelContext& ctx) : alpha(opdk::FloatAttr(ctx, "alpha", 1.0f)) {}
  template <typename T>
  T operator()(T x) const {
    return x > T(alpha) ? x : T(0);  // NaN fails the comparison
  }
  float alpha;
};

// By the sign of x, so that the exponential never overflows.
struct SigmoidFunction {
  static constexpr int64_t kCost = 24;
  template <typename T>
  T operator()(T x) const {
    if (x >= 0) return 1 / (1 + std::exp(-x));
    const T power = std::exp(x);
    return power / (1 + power);
  }
};

struct HardSigmoidFunction {
  static constexpr int64_t kCost = 2;
  explicit HardSigmoidFunction(const CpuKernelContext& ctx)
      : alpha(opdk::FloatAttr(ctx, "alpha", 0.16666666f)), beta(opdk::FloatAttr(ctx, "beta", 0.5f)) {}
  template <typename T>
  T operator()(T x) const {
    return std::max(std::min(T(alpha) * x + T(beta), T(1)), T(0));
  }
  float alpha;
  float beta;
};

struct HardSwishFunction {
  static constexpr int64_t kCost = 4;
  template <typename T>
  T operator()(T x) const {
    return x * std::max(std::min(x / 6 + T(0.5), T(1)), T(0));
  }
};

// log(exp(x) + 1) with the larger of the two terms taken out of the logarithm.
struct SoftplusFunction {
  static constexpr int64_t kCost = 40;
  template <typename T>
  T operator()(T x) const {
    return std::max(x, T(0)) + std::log1p(std::exp(-std::abs(x)));
  }
};

struct SoftsignFunction {
  static constexpr int64_t kCost = 4;
  template <typename T>
  T operator()(T x) const {
    return x / (1 + std::abs(x));
  }
};

struct TanhFunction {
  static constexpr int64_t kCost = 30;
  template <typename T>
  T operator()(T x) const {
    return std::tanh(x);
  }
};

using SignedNumberTypes = opdk::Join<opdk::FloatTypes, opdk::SignedTypes>;
using ReluCpuKernel = opdk::MapCpuKernel<ReluFunction, SignedNumberTypes>;
using LeakyReluCpuKernel = opdk::MapCpuKernel<LeakyReluFunction, opdk::FloatTypes>;
using EluCpuKernel = opdk::MapCpuKernel<EluFunction, opdk::FloatTypes>;
using SeluCpuKernel = opdk::MapCpuKernel<SeluFunction, opdk::FloatTypes>;
using CeluCpuKernel = opdk::MapCpuKernel<CeluFunction, opdk::FloatTypes>;
using ThresholdedReluCpuKernel = opdk::MapCpuKernel<ThresholdedReluFunction, opdk::FloatTypes>;
using SigmoidCpuKernel = opdk::MapCpuKernel<SigmoidFunction, opdk::FloatTypes>;
using HardSigmoidCpuKernel = opdk::MapCpuKernel<HardSigmoidFunction, opdk::FloatTypes>;
using HardSwishCpuKernel = opdk::MapCpuKernel<HardSwishFunction, opdk::FloatTypes>;
using SoftplusCpuKernel = opdk::MapCpuKernel<SoftplusFunction, opdk::FloatTypes>;
using SoftsignCpuKernel = opdk::MapCpuKernel<SoftsignFunction, opdk::FloatTypes>;
using TanhCpuKernel = opdk::MapCpuKernel<TanhFunction, opdk::FloatTypes>;

}  // namespace

REGISTER_CPU_KERNEL(kRelu, ReluCpuKernel);
REGISTER_CPU_KERNEL(kLeakyRelu, LeakyReluCpuKernel);
REGISTER_CPU_KERNEL(kElu, EluCpuKernel);
REGISTER_CPU_KERNEL(kSelu, SeluCpuKernel);
REGISTER_CPU_KERNEL(kCelu, CeluCpuKernel);
REGISTER_CPU_KERNEL(kThresholdedRelu, ThresholdedReluCpuKernel);
REGISTER_CPU_KERNEL(kSigmoid, SigmoidCpuKernel);
REGISTER_CPU_KERNEL(kHardSigmoid, HardSigmoidCpuKernel);
REGISTER_CPU_KERNEL(kHardSwish, HardSwishCpuKernel);
REGISTER_CPU_KERNEL(kSoftplus, SoftplusCpuKernel);
REGISTER_CPU_KERNEL(kSoftsign, SoftsignCpuKernel);
REGISTER_CPU_KERNEL(kTanh, TanhCpuKernel);

}  // namespace aicpu
