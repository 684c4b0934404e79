// Texts as CANN passes them.
#pragma once

#include <string>

#include "graph/ascend_string.h"

namespace ge {

inline std::string Text(const char* text) { return text == nullptr ? std::string() : std::string(text); }
inline std::string Text(const AscendString& text) { return Text(text.GetString()); }

}  // namespace ge
