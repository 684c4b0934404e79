// Helpers of readers of option values.
#pragma once

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "opdk/status.h"

namespace opdk {

// Makes E1001. `expected` says what the option takes.
inline Status BadValue(std::string_view value, std::string_view expected) {
  return Status(ErrorCode::kUsage, fmt::format("'{}' is not a value for it; it takes {}", value, expected));
}

// Returns all parts between any of the separators, also empty parts, because an extra separator is a mistake.
inline std::vector<std::string_view> SplitText(std::string_view text, std::string_view separators) {
  std::vector<std::string_view> parts;
  while (true) {
    const size_t end = text.find_first_of(separators);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

}  // namespace opdk
