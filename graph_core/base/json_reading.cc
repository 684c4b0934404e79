#include "graph_core/base/json_reading.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "opdk/status.h"

namespace opdk {

std::string UnknownKey(const nlohmann::json& object, std::span<const std::string_view> known, std::string_view what) {
  for (const auto& [key, value] : object.items()) {
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    const std::string near = Nearest(key, std::vector<std::string>(known.begin(), known.end()));
    const std::string meant = near.empty() ? "" : fmt::format("; did you mean \"{}\"?", near);
    return fmt::format("\"{}\" is no key of {}{}", key, what, meant);
  }
  return "";
}

}  // namespace opdk
