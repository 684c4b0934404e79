// Special functions, computed in double whatever the dtype.
#include <math.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "op_impl/ai_cpu/common/unary.h"

namespace aicpu {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

double ErrorComplement(double x) { return std::erfc(x); }

// Returns x with 1 - Phi(x) = p, for p in (0, 0.5]. Begins with a rational approximation good to 5e-4 (Abramowitz and
// Stegun 26.2.23), then takes Halley's steps, which cube the error.
double UpperQuantile(double p) {
  const double t = std::sqrt(-2 * std::log(p));
  double x = t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
  // Where the tail leaves the normal numbers, by its logarithm: 1 - Phi(x) = density / x (1 - 1 / x^2 + 3 / x^4 - …).
  for (int step = 0; step < 4 && p < 1e-290; ++step) {
    const double s = 1 / (x * x);
    const double tail = std::log1p(-s * (1 - s * (3 - s * (15 - s * 105))));
    const double logarithm = -x * x / 2 - std::log(x * std::sqrt(2 * std::numbers::pi)) + tail;
    x += (logarithm - std::log(p)) / (x + 1 / x);
  }
  for (int step = 0; step < 3 && p >= 1e-290; ++step) {
    const double density = std::exp(-x * x / 2) * std::numbers::inv_sqrtpi / std::numbers::sqrt2;
    if (density == 0) break;
    const double u = (p - std::erfc(x / std::numbers::sqrt2) / 2) / density;
    x -= u / (1 - x * u / 2);
  }
  return x;
}

double NormalQuantile(double p) {
  if (!(p >= 0 && p <= 1)) return kNoNumber;
  if (p == 0) return -kInfinity;
  if (p == 1) return kInfinity;
  return p <= 0.5 ? -UpperQuantile(p) : UpperQuantile(1 - p);
}

// Computes the inverse of erf. Near 0, where 1 - |x| would lose digits, takes Newton's steps on erf itself.
double InverseError(double x) {
  const double size = std::abs(x);
  if (!(size <= 1)) return kNoNumber;
  if (size == 1) return std::copysign(kInfinity, x);
  if (size > 0.5) return std::copysign(UpperQuantile((1 - size) / 2) / std::numbers::sqrt2, x);
  const double half_root = 0.5 / std::numbers::inv_sqrtpi;
  double y = half_root * x * (1 + std::numbers::pi / 12 * x * x);
  for (int step = 0; step < 4; ++step) y -= (std::erf(y) - x) * half_root * std::exp(y * y);
  return y;
}

// Computes lgamma by the reentrant function, because the plain one writes a global.
double LogGamma(double x) {
  int sign = 0;
  return ::lgamma_r(x, &sign);
}

double DigammaOf(double x) {
  if (x == 0) return std::copysign(kInfinity, -x);
  if (std::isnan(x) || x == kInfinity) return x;
  if (x < 0) {
    const double part = x - std::floor(x);
    if (part == 0 || std::isinf(x)) return kNoNumber;
    return DigammaOf(1 - x) - std::numbers::pi / std::tan(std::numbers::pi * part);
  }
  double below = 0;
  for (; x < 10; ++x) below += 1 / x;
  const double s = 1 / (x * x);
  const double series =
      s * (1.0 / 12 - s * (1.0 / 120 - s * (1.0 / 252 - s * (1.0 / 240 - s * (1.0 / 132 - s * (691.0 / 32760))))));
  return std::log(x) - 0.5 / x - series - below;
}

template <double (*kFunction)(double)>
class SpecialCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::DispatchArithmetic(opdk::FloatTypes(), ctx.Input(0)->GetDataType(), [&]<typename C>() {
      return opdk::MapElements<C, C>(ctx, 150, [](auto x) { return static_cast<decltype(x)>(kFunction(x)); });
    });
  }
};

OPDK_CPU_KERNEL(Erfc, SpecialCpuKernel<ErrorComplement>);
OPDK_CPU_KERNEL(Erfinv, SpecialCpuKernel<InverseError>);
OPDK_CPU_KERNEL(Ndtri, SpecialCpuKernel<NormalQuantile>);
OPDK_CPU_KERNEL(Lgamma, SpecialCpuKernel<LogGamma>);
OPDK_CPU_KERNEL(Digamma, SpecialCpuKernel<DigammaOf>);

}  // namespace

}  // namespace aicpu
