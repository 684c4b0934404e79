// Conversion between element types without undefined behaviour.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "op_impl/ai_cpu/common/dtype_dispatch.h"

namespace opdk {

// Casts a number. A float becomes an integer by truncation toward zero, by the nearest end of the range where it
// doesn't fit, and 0 for NaN. Other casts are static_cast's.
template <typename To, typename From>
To SafeCast(From value) {
  if constexpr (std::is_integral_v<To> && !std::is_same_v<To, bool> && std::is_floating_point_v<From>) {
    // 2^digits is exact in every floating type; the largest value itself often is not.
    const From end = std::ldexp(From(1), std::numeric_limits<To>::digits);
    if (std::isnan(value)) return To(0);
    if (value >= end) return std::numeric_limits<To>::max();
    if (value <= static_cast<From>(std::numeric_limits<To>::min())) return std::numeric_limits<To>::min();
    return static_cast<To>(value);
  } else if constexpr (std::is_integral_v<To> && !std::is_same_v<To, bool> && kIsReduced<From>) {
    return SafeCast<To>(static_cast<float>(value));
  } else {
    return static_cast<To>(value);
  }
}

// Converts a number to the arithmetic type (converted.h) of `dtype` as SafeCast converts it to an element of `dtype`.
template <typename C, typename From>
C Saturated(aicpu::DataType dtype, From value) {
  if constexpr (std::is_integral_v<C>) {
    const C most = std::numeric_limits<C>::max() >> (64 - 8 * aicpu::GetSizeByDataType(dtype));
    return std::clamp(SafeCast<C>(value), std::is_signed_v<C> ? ~most : C{0}, most);
  } else {
    return SafeCast<C>(value);
  }
}

}  // namespace opdk
