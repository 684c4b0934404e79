// The spelling of dtypes in operator information, cases, the text form of graphs and every message.
#pragma once

#include <string>
#include <string_view>

#include "graph/types.h"

namespace opdk {

// Returns the name of a dtype: "float", "float16", "bfloat16", "int64", "undefined".
std::string DtypeName(ge::DataType dtype);
// Reads a dtype's name; DT_UNDEFINED and false when no dtype has that name.
bool ParseDtypeName(std::string_view name, ge::DataType& dtype);

}  // namespace opdk
