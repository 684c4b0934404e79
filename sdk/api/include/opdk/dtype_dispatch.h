// From the dtype of a tensor to a C++ type, for AI CPU kernels whose body is a template. C++20:
//
//   uint32_t ScaleCompute(const aicpu::CpuKernelContext& context) {
//     using Types = opdk::Types<Eigen::half, float, double>;
//     return opdk::Dispatch(Types(), context.Input(0)->GetDataType(), [&]<typename T>() { return Scale<T>(context); });
//   }
#pragma once

#include <Eigen/Core>
#include <complex>
#include <cstdint>
#include <type_traits>

#include "cpu_types.h"

namespace opdk {

// Value of aicpu::KERNEL_STATUS_PARAM_INVALID. For a header of this folder, "status.h" is another file.
inline constexpr uint32_t kNoSuchType = 1;

// A list of C++ types, each of which is a dtype's.
template <typename... Ts>
struct Types {};

template <typename A, typename B>
struct JoinTypes;
template <typename... As, typename... Bs>
struct JoinTypes<Types<As...>, Types<Bs...>> {
  using type = Types<As..., Bs...>;
};
// The types of list A, then those of list B.
template <typename A, typename B>
using Join = typename JoinTypes<A, B>::type;

// Returns the dtype whose elements are of type T: DT_FLOAT16 for Eigen::half, DT_BFLOAT16 for Eigen::bfloat16.
// DT_UNDEFINED: no dtype's are.
template <typename T>
constexpr aicpu::DataType DataTypeOf() {
  if constexpr (std::is_same_v<T, float>) return aicpu::DT_FLOAT;
  if constexpr (std::is_same_v<T, Eigen::half>) return aicpu::DT_FLOAT16;
  if constexpr (std::is_same_v<T, Eigen::bfloat16>) return aicpu::DT_BFLOAT16;
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

// Calls `body.operator()<T>()` (a lambda `[&]<typename T>() -> uint32_t`) with the listed type that `dtype` names, and
// returns its status. kNoSuchType when no listed type is that of `dtype`, which only an operator information with too
// many columns can bring about.
template <typename... Ts, typename Body>
uint32_t Dispatch(Types<Ts...>, aicpu::DataType dtype, Body&& body) {
  uint32_t status = kNoSuchType;
  (void)((dtype == DataTypeOf<Ts>() ? (status = body.template operator()<Ts>(), true) : false) || ...);
  return status;
}

}  // namespace opdk
