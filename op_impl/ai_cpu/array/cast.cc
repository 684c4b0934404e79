#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "op_impl/ai_cpu/common/tensor.h"

namespace {

using CastTypes = opdk::Join<opdk::ArithmeticTypes, opdk::Types<bool>>;

// Rounds to the nearest 16-bit float, halves to even. Numbers that float doesn't hold (double, and integers of 32 and
// 64 bits) would be rounded twice by way of float.
template <typename To, typename From>
To RoundOnce(From value) {
  if constexpr (sizeof(From) < 4 || std::is_same_v<From, float>) {
    return To(static_cast<float>(value));
  } else {
    // A long double holds all of a 64-bit integer.
    using Exact = std::conditional_t<std::is_integral_v<From> && sizeof(From) == 8, long double, double>;
    constexpr bool kHalf = std::is_same_v<To, opdk::Half>;
    constexpr int kMantissaBits = kHalf ? 10 : 7, kLeastExponent = kHalf ? -14 : -126;
    const auto exact = static_cast<Exact>(value);
    if (exact == 0 || !std::isfinite(exact)) return To(static_cast<float>(exact));
    // Neighbours lie 2^spacing apart.
    const int spacing = std::max(std::ilogb(exact), kLeastExponent) - kMantissaBits;
    return To(static_cast<float>(std::ldexp(std::nearbyint(std::ldexp(exact, -spacing)), spacing)));
  }
}

// Casts a number. A complex number loses its imaginary part, except for bool, which looks at both parts. A float
// becomes an integer by truncation and saturation (NaN: 0), so that no value is undefined behaviour.
template <typename To, typename From>
To Convert(From value) {
  if constexpr (opdk::kIsComplex<To> && opdk::kIsComplex<From>) {
    return static_cast<To>(value);
  } else if constexpr (opdk::kIsComplex<To>) {
    return To(Convert<typename To::value_type>(value));
  } else if constexpr (opdk::kIsComplex<From> && !std::is_same_v<To, bool>) {
    return Convert<To>(value.real());
  } else if constexpr (std::is_same_v<To, bool>) {
    return static_cast<opdk::ComputeType<From>>(value) != opdk::ComputeType<From>(0);
  } else if constexpr (opdk::kIsFloating<From> && std::is_integral_v<To>) {
    const double wide = static_cast<double>(value);
    if (std::isnan(wide)) return 0;
    // The first value above the range is a power of two, exact in double, unlike the range's last one.
    const double above = std::ldexp(1.0, std::numeric_limits<To>::digits);
    if (wide >= above) return std::numeric_limits<To>::max();
    if (wide <= static_cast<double>(std::numeric_limits<To>::min())) return std::numeric_limits<To>::min();
    return static_cast<To>(wide);
  } else if constexpr (opdk::kIsReduced<To>) {
    return RoundOnce<To>(value);
  } else if constexpr (opdk::kIsReduced<From>) {
    return static_cast<To>(static_cast<float>(value));
  } else {
    return static_cast<To>(value);
  }
}

}  // namespace

namespace aicpu {

class CastCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::Dispatch(CastTypes(), ctx.Input(0)->GetDataType(), [&]<typename From>() {
      return opdk::Dispatch(CastTypes(), ctx.Output(0)->GetDataType(), [&]<typename To>() {
        const auto x = opdk::Values<const From>(ctx.Input(0));
        const auto y = opdk::Values<To>(ctx.Output(0));
        return opdk::ParallelRange(ctx, static_cast<int64_t>(x.size()), 1, [&](int64_t begin, int64_t end) {
          for (auto i = static_cast<size_t>(begin); i < static_cast<size_t>(end); ++i) y[i] = Convert<To>(x[i]);
        });
      });
    });
  }
};
OPDK_CPU_KERNEL(Cast, CastCpuKernel);

}  // namespace aicpu
