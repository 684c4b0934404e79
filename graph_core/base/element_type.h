// From a dtype to the C++ type of its elements.
#pragma once

#include <Eigen/Core>
#include <cstdint>

#include "graph/types.h"

namespace opdk {

// float16, bfloat16, float, double.
constexpr bool IsFloat(ge::DataType dtype) {
  return dtype == ge::DT_FLOAT || dtype == ge::DT_DOUBLE || dtype == ge::DT_FLOAT16 || dtype == ge::DT_BF16;
}

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
