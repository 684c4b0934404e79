// Dtypes and formats as operator information and messages spell them: CANN's ini spelling ("float16", "NC1HWC0").
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graph/types.h"

namespace opdk {

// "float" for DT_FLOAT; "undefined" for a value without a name.
std::string_view DataTypeName(ge::DataType dtype);
// Knows "float32" beside "float".
std::optional<ge::DataType> DataTypeFromName(std::string_view name);
// From the enumerator's own name, "DT_FLOAT16".
std::optional<ge::DataType> DataTypeFromEnumerator(std::string_view enumerator);
std::vector<std::string> DataTypeNames();

// "NCHW" for FORMAT_NCHW; only the primary format counts.
std::string_view FormatName(ge::Format format);
std::optional<ge::Format> FormatFromName(std::string_view name);
std::vector<std::string> FormatNames();

}  // namespace opdk
