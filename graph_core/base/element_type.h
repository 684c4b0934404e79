// The C++ type of a dtype's elements.
#pragma once

#include <Eigen/Core>
#include <cstdint>

#include "graph/types.h"

namespace opdk {

// Returns whether the dtype is float16, bfloat16, float or double.
constexpr bool IsFloat(ge::DataType dtype) {
  return dtype == ge::DT_FLOAT || dtype == ge::DT_DOUBLE || dtype == ge::DT_FLOAT16 || dtype == ge::DT_BF16;
}

constexpr bool IsComplex(ge::DataType dtype) { return dtype == ge::DT_COMPLEX64 || dtype == ge::DT_COMPLEX128; }

// Returns the dtype of an element's parts, which VisitElementType accepts. The parts of a complex number are its real
// and its imaginary part, side by side. Any other element is its own only part.
constexpr ge::DataType PartOf(ge::DataType dtype) {
  if (dtype == ge::DT_COMPLEX64) return ge::DT_FLOAT;
  return dtype == ge::DT_COMPLEX128 ? ge::DT_DOUBLE : dtype;
}
constexpr size_t PartsOf(ge::DataType dtype) { return IsComplex(dtype) ? 2 : 1; }

// Calls visit(T{}) with the element type of `dtype`; false (and no call) for types without one: strings, complex,
// quantized, sub-byte.
template <typename Visit>
bool VisitElementType(ge::DataType dtype, Visit&& visit) {
  switch (dtype) {
    case ge::DT_FLOAT:
      visit(float{});
      return true;
    case ge::DT_DOUBLE:
      visit(double{});
      return true;
    case ge::DT_FLOAT16:
      visit(Eigen::half{});
      return true;
    case ge::DT_BF16:
      visit(Eigen::bfloat16{});
      return true;
    case ge::DT_INT8:
      visit(int8_t{});
      return true;
    case ge::DT_INT16:
      visit(int16_t{});
      return true;
    case ge::DT_INT32:
      visit(int32_t{});
      return true;
    case ge::DT_INT64:
      visit(int64_t{});
      return true;
    case ge::DT_UINT8:
      visit(uint8_t{});
      return true;
    case ge::DT_UINT16:
      visit(uint16_t{});
      return true;
    case ge::DT_UINT32:
      visit(uint32_t{});
      return true;
    case ge::DT_UINT64:
      visit(uint64_t{});
      return true;
    case ge::DT_BOOL:
      visit(bool{});
      return true;
    default:
      return false;
  }
}

}  // namespace opdk
