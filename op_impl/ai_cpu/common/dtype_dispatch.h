// Lists of C++ types, and the types that kernels compute in. opdk/dtype_dispatch.h finds the type of a tensor.
#pragma once

#include <Eigen/Core>
#include <complex>
#include <cstdint>
#include <type_traits>

#include "cpu_kernel.h"
#include "cpu_types.h"
#include "opdk/dtype_dispatch.h"
#include "status.h"

namespace opdk {

inline constexpr uint32_t kKernelOk = aicpu::KERNEL_STATUS_OK;
inline constexpr uint32_t kKernelFailed = aicpu::KERNEL_STATUS_PARAM_INVALID;

using Half = Eigen::half;
using BFloat16 = Eigen::bfloat16;

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
