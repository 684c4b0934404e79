// Texts as CANN passes them.
#pragma once

#include <string>

#include "opdk/neutral_text.h"

namespace ge {

inline std::string Text(const char* text) { return text == nullptr ? std::string() : std::string(text); }
inline std::string Text(const AscendString& text) { return opdk::ToText(text); }

}  // namespace ge
