// Questions about the dtypes that expressions know.
#pragma once

#include "graph/types.h"
#include "opdk/dtype_name.h"

namespace tbe {

// float16, bfloat16, float, double.
bool IsFloat(ge::DataType dtype);
// int8 … int64, uint8 … uint64.
bool IsInteger(ge::DataType dtype);
bool IsSigned(ge::DataType dtype);  // a signed integer
// One of the above, or bool: what expressions can hold.
bool IsKnown(ge::DataType dtype);
// Bytes of an element of a known dtype.
int ByteSize(ge::DataType dtype);
using opdk::DtypeName;

}  // namespace tbe
