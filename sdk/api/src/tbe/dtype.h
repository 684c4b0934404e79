// Questions about the dtypes that expressions know.
#pragma once

#include "graph/types.h"
#include "opdk/dtype_name.h"

namespace tbe {

// Returns whether the dtype is float16, bfloat16, float or double.
bool IsFloat(ge::DataType dtype);
// Returns whether the dtype is one of int8 … int64, uint8 … uint64.
bool IsInteger(ge::DataType dtype);
bool IsSigned(ge::DataType dtype);  // a signed integer
// Returns whether expressions can hold the dtype: a float type, an integer or bool.
bool IsKnown(ge::DataType dtype);
// Returns the bytes of an element of a known dtype.
int ByteSize(ge::DataType dtype);
using opdk::DtypeName;

}  // namespace tbe
