// Questions about the dtypes that expressions know.
#pragma once

#include <string>

#include "graph/types.h"

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
// Spelled as in operator information: "float16", "float", "int32"; "dtype 13" for one that expressions don't know.
std::string DtypeName(ge::DataType dtype);

}  // namespace tbe
