// From a tensor's run-time dtype to a C++ type.
#pragma once

#include <Eigen/Core>
#include <complex>
#include <cstdint>
#include <type_traits>

#include "cpu_kernel.h"
#include "cpu_types.h"

namespace opdk {

inline constexpr uint32_t kKernelOk = 0;
inline constexpr uint32_t kKernelFailed = 1;

using Half = Eigen::half;
using BFloat16 = Eigen::bfloat16;

template <typename... Ts>
struct Types {};

template <typename A, typename B>
struct JoinTypes;
template <typename... As, typename... Bs>
struct JoinTypes<Types<As...>, Types<Bs...>> {
  using type = Types<As..., Bs...>;
};
template <typename A, typename B>
using Join = typename JoinTypes<A, B>::type;

using FloatTypes = Types<float, Half, BFloat16, double>;
using SignedTypes = Types<int8_t, int16_t, int32_t, int64_t>;
using UnsignedTypes = Types<uint8_t, uint16_t, uint32_t, uint64_t>;
using IntegerTypes = Join<SignedTypes, UnsignedTypes>;
using NumberTypes = Join<FloatTypes, IntegerTypes>;
using ComplexTypes = Types<std::complex<float>, std::complex<double>>;
using ScalarTypes = Join<FloatTypes, ComplexTypes>;       // types with quotients
using ArithmeticTypes = Join<NumberTypes, ComplexTypes>;  // types with sums and products

template <typename T>
inline constexpr bool kIsReduced = std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>;
template <typename T>
inline constexpr bool kIsComplex = std::is_same_v<T, std::complex<float>> || std::is_same_v<T, std::complex<double>>;
template <typename T>
inline constexpr bool kIsFloating = std::is_floating_point_v<T> || kIsReduced<T>;

// The type to compute in: float for the 16-bit floats, otherwise T.
template <typename T>
using ComputeType = std::conditional_t<kIsReduced<T>, float, T>;

// The type to add and multiply in: unsigned for integers, so that they wrap around.
template <typename T>
using WrappingType = std::conditional_t<std::is_integral_v<T>, uint64_t, ComputeType<T>>;

// The type to accumulate many values in; signed integers keep their meaning modulo 2^64.
template <typename T>
using WideType = std::conditional_t<std::is_integral_v<T>, uint64_t,
                                    std::conditional_t<kIsComplex<T>, std::complex<double>, double>>;

template <typename T>
constexpr aicpu::DataType DataTypeOf() {
  if constexpr (std::is_same_v<T, float>) return aicpu::DT_FLOAT;
  if constexpr (std::is_same_v<T, Half>) return aicpu::DT_FLOAT16;
  if constexpr (std::is_same_v<T, BFloat16>) return aicpu::DT_BFLOAT16;
  if constexpr (std::is_same_v<T, double>) return aicpu::DT_DOUBLE;
  if constexpr (std::is_same_v<T, int8_t>) return aicpu::DT_INT8;
  if constexpr (std::is_same_v<T, int16_t>) return aicpu::DT_INT16;
  if constexpr (std::is_same_v<T, int32_t>) return aicpu::DT_INT32;
  if constexpr (std::is_same_v<T, int64_t>) return aicpu::DT_INT64;
  if constexpr (std::is_same_v<T, uint8_t>) return aicpu::DT_UINT8;
  if constexpr (std::is_same_v<T, uint16_t>) return aicpu::DT_UINT16;
  if constexpr (std::is_same_v<T, uint32_t>) return aicpu::DT_UINT32;
  if constexpr (std::is_same_v<T, uint64_t>) return aicpu::DT_UINT64;
  if constexpr (std::is_same_v<T, bool>) return aicpu::DT_BOOL;
  if constexpr (std::is_same_v<T, std::complex<float>>) return aicpu::DT_COMPLEX64;
  if constexpr (std::is_same_v<T, std::complex<double>>) return aicpu::DT_COMPLEX128;
  return aicpu::DT_UNDEFINED;
}

// Calls `body.operator()<T>()` (a lambda `[&]<typename T>() -> uint32_t`) with the listed type that `dtype` names.
// kKernelFailed when it is none of them, which only an operator information with too many columns can bring about.
template <typename... Ts, typename Body>
uint32_t Dispatch(Types<Ts...>, aicpu::DataType dtype, Body&& body) {
  uint32_t status = kKernelFailed;
  (void)((dtype == DataTypeOf<Ts>() ? (status = body.template operator()<Ts>(), true) : false) || ...);
  return status;
}

// An element of 16 bytes that is only moved. No integer: __int128 would have to lie at a multiple of 16.
struct SixteenBytes {
  SixteenBytes() = default;
  explicit SixteenBytes(uint64_t number) : low(number), high(0) {}
  uint64_t low, high;
};

// Calls the body of a kernel that only moves elements. T is an unsigned integer of the dtype's size (bool, floats …
// too), or SixteenBytes.
template <typename Body>
uint32_t DispatchBySize(aicpu::DataType dtype, Body&& body) {
  switch (aicpu::GetSizeByDataType(dtype)) {
    case 1:
      return body.template operator()<uint8_t>();
    case 2:
      return body.template operator()<uint16_t>();
    case 4:
      return body.template operator()<uint32_t>();
    case 8:
      return body.template operator()<uint64_t>();
    case 16:
      return body.template operator()<SixteenBytes>();
    default:
      return kKernelFailed;
  }
}

}  // namespace opdk
