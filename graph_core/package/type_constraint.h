// The dtypes a prototype's port admits, read from the text of REG_OP's second macro argument.
#pragma once

#include <optional>
#include <set>
#include <string_view>

#include "graph/types.h"

namespace opdk {

// Returns the dtypes that a prototype's text admits: "TensorType({DT_FLOAT, DT_INT32})", "TensorType(DT_BOOL)",
// "TensorType::NumberType()", "{DT_FLOAT}" … nullopt: the text has an unknown name (a dtype symbol, say), so nothing
// can be checked against it.
std::optional<std::set<ge::DataType>> TypesOfPort(std::string_view constraint);

}  // namespace opdk
