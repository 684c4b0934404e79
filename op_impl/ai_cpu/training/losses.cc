// Losses and their gradients, element by element; reductions add in double.
#include <array>
#include <cmath>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/broadcast_inputs.h"
#include "op_impl/ai_cpu/common/logistic.h"
#include "op_impl/ai_cpu/common/sign.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace aicpu {
namespace {

enum class Kind { kPlain, kLoss, kGradient };

template <typename C>
C AtLeast(C x, C bound) {
  return x < bound ? bound : x;
}

// A sum in pieces, so that rounding errors of many terms don't add up.
class Sum {
 public:
  void Add(double term) {
    piece_ += term;
    if (++held_ < kPiece) return;
    total_ += piece_;
    piece_ = 0;
    held_ = 0;
  }
  double Total() const { return total_ + piece_; }

 private:
  static constexpr int kPiece = 256;
  double total_ = 0, piece_ = 0;
  int held_ = 0;
};

// Loss(ctx) reads the attributes. loss(values) computes the loss or gradient of one element. `values`: one element of
// each input, 1 for an absent input. kOf: the input to which all others broadcast.
template <typename Loss, Kind kKind>
class LossCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::DispatchArithmetic(opdk::FloatTypes(), ctx.Output(0)->GetDataType(),
                                    [&]<typename C>() { return Run<C>(ctx); });
  }

 private:
  template <typename C>
  static uint32_t Run(const CpuKernelContext& ctx) {
    using Given = std::array<C, Loss::kInputs>;
    const Loss loss(ctx);
    const std::vector<int64_t> x = opdk::DimsOf(ctx.Input(Loss::kOf));
    const opdk::BroadcastInputs<C, Loss::kInputs> inputs(ctx, x);
    const std::string reduction = kKind == Kind::kPlain ? "none" : opdk::StringAttr(ctx, "reduction", "mean");
    double divisor = 1;
    if (reduction == "mean") divisor = static_cast<double>(inputs.total());
    if (reduction == "batchmean") divisor = static_cast<double>(x[0]);
    if (kKind == Kind::kLoss && reduction != "none") {
      Sum sum;
      inputs.ForEach(0, inputs.total(), [&](size_t, const Given& given) { sum.Add(static_cast<double>(loss(given))); });
      const auto mean = static_cast<C>(sum.Total() / divisor);
      opdk::WriteConverted(ctx.Output(0)->GetDataType(), &mean, 1, ctx.Output(0)->GetData(), 0);
      return opdk::kKernelOk;
    }
    const auto scaled = [&](const Given& given) { return std::array{loss(given) / static_cast<C>(divisor)}; };
    return inputs.Map(ctx, 1, 16, scaled);
  }
};

// A function of the inputs alone.
template <size_t kCount, uint32_t kBase = 0>
struct Inputs {
  explicit Inputs(const CpuKernelContext&) {}
  static constexpr size_t kInputs = kCount;
  static constexpr uint32_t kOf = kBase;
};

struct SquaredError : Inputs<2> {
  using Inputs::Inputs;
  template <typename C>
  C operator()(const std::array<C, 2>& in) const {
    return (in[0] - in[1]) * (in[0] - in[1]);
  }
};

struct SquaredErrorSlope : Inputs<3> {
  using Inputs::Inputs;
  template <typename C>
  C operator()(const std::array<C, 3>& in) const {
    return 2 * (in[0] - in[1]) * in[2];
  }
};

struct AbsoluteErrorSlope : Inputs<3, 1> {
  using Inputs::Inputs;
  template <typename C>
  C operator()(const std::array<C, 3>& in) const {
    return opdk::SignOf(in[1] - in[2]) * in[0];
  }
};

struct PowerOfError : Inputs<2> {
  explicit PowerOfError(const CpuKernelContext& ctx) : Inputs(ctx), p(opdk::IntAttr(ctx, "p", 1)) {}
  template <typename C>
  C operator()(const std::array<C, 2>& in) const {
    return std::pow(std::abs(in[0] - in[1]), static_cast<C>(p));
  }
  int64_t p;
};

struct Huber : Inputs<2> {
  explicit Huber(const CpuKernelContext& ctx) : Inputs(ctx), sigma(opdk::FloatAttr(ctx, "sigma", 1)) {}
  template <typename C>
  C operator()(const std::array<C, 2>& in) const {
    const C d = std::abs(in[0] - in[1]), s = static_cast<C>(sigma);
    return d < s ? d * d / (2 * s) : d - s / 2;
  }
  float sigma;
};

struct HuberSlope : Inputs<3> {
  explicit HuberSlope(const CpuKernelContext& ctx) : Inputs(ctx), sigma(opdk::FloatAttr(ctx, "sigma", 1)) {}
  template <typename C>
  C operator()(const std::array<C, 3>& in) const {
    const C d = in[0] - in[1], s = static_cast<C>(sigma);
    return (std::abs(d) < s ? d / s : opdk::SignOf(d)) * in[2];
  }
  float sigma;
};

struct SigmoidEntropy : Inputs<2> {
  using Inputs::Inputs;
  template <typename C>
  C operator()(const std::array<C, 2>& in) const {
    return AtLeast<C>(in[0], 0) - in[0] * in[1] + std::log1p(std::exp(-std::abs(in[0])));
  }
};

struct SigmoidEntropySlope : Inputs<3> {
  using Inputs::Inputs;
  template <typename C>
  C operator()(const std::array<C, 3>& in) const {
    return (Logistic(in[0]) - in[1]) * in[2];
  }
};

// Without a weight of positives its factors are left out, because with an infinite target they would be NaN. The short
// forms also keep digits that the sums would lose.
struct WeightedSigmoidEntropy : Inputs<4> {
  explicit WeightedSigmoidEntropy(const CpuKernelContext& ctx) : Inputs(ctx), positives(opdk::IsGiven(ctx, 3)) {}
  template <typename C>
  C operator()(const std::array<C, 4>& in) const {
    const auto [x, target, weight, positive] = in;
    const C rest = positives ? Softplus(-x) * ((positive - 1) * target + 1) : Softplus(-x);
    return ((1 - target) * x + rest) * weight;
  }
  bool positives;
};

struct WeightedSigmoidEntropySlope : Inputs<5> {
  explicit WeightedSigmoidEntropySlope(const CpuKernelContext& ctx) : Inputs(ctx), positives(opdk::IsGiven(ctx, 4)) {}
  template <typename C>
  C operator()(const std::array<C, 5>& in) const {
    const auto [x, target, gradient, weight, positive] = in;
    const C slope =
        positives ? (positive * target + 1 - target) * Logistic(x) - positive * target : Logistic(x) - target;
    return slope * gradient * weight;
  }
  bool positives;
};

struct Entropy : Inputs<3> {
  using Inputs::Inputs;
  template <typename C>
  C operator()(const std::array<C, 3>& in) const {
    const auto [x, y, weight] = in;
    return -(y * AtLeast<C>(std::log(x), -100) + (1 - y) * AtLeast<C>(std::log(1 - x), -100)) * weight;
  }
};

struct EntropySlope : Inputs<4> {
  using Inputs::Inputs;
  template <typename C>
  C operator()(const std::array<C, 4>& in) const {
    const auto [x, y, gradient, weight] = in;
    return gradient * (x - y) / AtLeast<C>(x * (1 - x), static_cast<C>(1e-12)) * weight;
  }
};

struct Divergence : Inputs<2> {
  using Inputs::Inputs;
  template <typename C>
  C operator()(const std::array<C, 2>& in) const {
    return in[1] > 0 ? in[1] * (std::log(in[1]) - in[0]) : 0;
  }
};

struct DivergenceSlope : Inputs<3, 1> {
  explicit DivergenceSlope(const CpuKernelContext& ctx)
      : Inputs(ctx), log_target(opdk::BoolAttr(ctx, "log_target", false)) {}
  template <typename C>
  C operator()(const std::array<C, 3>& in) const {
    if (log_target) return -std::exp(in[2]) * in[0];
    return in[2] > 0 ? -in[2] * in[0] : 0;
  }
  bool log_target;
};

struct SoftMargin : Inputs<2> {
  using Inputs::Inputs;
  template <typename C>
  C operator()(const std::array<C, 2>& in) const {
    return Softplus(-(in[0] * in[1]));
  }
};

struct SoftMarginSlope : Inputs<3> {
  using Inputs::Inputs;
  template <typename C>
  C operator()(const std::array<C, 3>& in) const {
    return -in[1] * Logistic(-(in[0] * in[1])) * in[2];
  }
};

// Adds squares in double.
class L2LossCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      Sum sum;
      for (const T x : opdk::Values<const T>(ctx.Input(0))) sum.Add(static_cast<double>(x) * static_cast<double>(x));
      opdk::Values<T>(ctx.Output(0))[0] = static_cast<T>(static_cast<opdk::ComputeType<T>>(sum.Total() / 2));
      return opdk::kKernelOk;
    });
  }
};
OPDK_CPU_KERNEL(L2Loss, L2LossCpuKernel);

OPDK_CPU_KERNEL(MseLoss, LossCpuKernel<SquaredError, Kind::kLoss>);
OPDK_CPU_KERNEL(MseLossGrad, LossCpuKernel<SquaredErrorSlope, Kind::kGradient>);
OPDK_CPU_KERNEL(L1LossGrad, LossCpuKernel<AbsoluteErrorSlope, Kind::kGradient>);
OPDK_CPU_KERNEL(LpLoss, LossCpuKernel<PowerOfError, Kind::kLoss>);
OPDK_CPU_KERNEL(SmoothL1Loss, LossCpuKernel<Huber, Kind::kPlain>);
OPDK_CPU_KERNEL(SmoothL1LossGrad, LossCpuKernel<HuberSlope, Kind::kPlain>);
OPDK_CPU_KERNEL(SmoothL1LossV2, LossCpuKernel<Huber, Kind::kLoss>);
OPDK_CPU_KERNEL(SmoothL1LossGradV2, LossCpuKernel<HuberSlope, Kind::kGradient>);
OPDK_CPU_KERNEL(SigmoidCrossEntropyWithLogits, LossCpuKernel<SigmoidEntropy, Kind::kPlain>);
OPDK_CPU_KERNEL(SigmoidCrossEntropyWithLogitsGrad, LossCpuKernel<SigmoidEntropySlope, Kind::kPlain>);
OPDK_CPU_KERNEL(SigmoidCrossEntropyWithLogitsV2, LossCpuKernel<WeightedSigmoidEntropy, Kind::kLoss>);
OPDK_CPU_KERNEL(SigmoidCrossEntropyWithLogitsGradV2, LossCpuKernel<WeightedSigmoidEntropySlope, Kind::kGradient>);
OPDK_CPU_KERNEL(BinaryCrossEntropy, LossCpuKernel<Entropy, Kind::kLoss>);
OPDK_CPU_KERNEL(BinaryCrossEntropyGrad, LossCpuKernel<EntropySlope, Kind::kGradient>);
OPDK_CPU_KERNEL(KLDiv, LossCpuKernel<Divergence, Kind::kLoss>);
OPDK_CPU_KERNEL(KlDivLossGrad, LossCpuKernel<DivergenceSlope, Kind::kGradient>);
OPDK_CPU_KERNEL(SoftMarginLoss, LossCpuKernel<SoftMargin, Kind::kLoss>);
OPDK_CPU_KERNEL(SoftMarginLossGrad, LossCpuKernel<SoftMarginSlope, Kind::kGradient>);

}  // namespace

}  // namespace aicpu
