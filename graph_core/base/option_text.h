// Helpers of readers of option values.
#pragma once

#include <fmt/format.h>

#include <string_view>

#include "opdk/status.h"

namespace opdk {

// Makes E1001. `expected` says what the option takes.
inline Status BadValue(std::string_view value, std::string_view expected) {
  return Status(ErrorCode::kUsage, fmt::format("'{}' is not a value for it; it takes {}", value, expected));
}

}  // namespace opdk
