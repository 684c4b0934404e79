#include "graph_core/base/json_reading.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "opdk/status.h"

namespace opdk {
namespace {

// Tells whether lists and objects nest deeper than 500 levels, which YAML may have too. Brackets in strings don't
// count. For a text that isn't JSON the answer means nothing.
bool NestsTooDeep(std::string_view json) {
  constexpr size_t kDeepest = 500;
  size_t depth = 0;
  bool in_string = false;
  for (size_t i = 0; i < json.size(); ++i) {
    const char letter = json[i];
    if (letter == '"') {
      in_string = !in_string;
    } else if (in_string) {
      if (letter == '\\') ++i;
    } else if (letter == '[' || letter == '{') {
      if (++depth > kDeepest) return true;
    } else if ((letter == ']' || letter == '}') && depth > 0) {
      --depth;
    }
  }
  return false;
}

}  // namespace

nlohmann::json ParseJson(std::string_view text) {
  if (NestsTooDeep(text)) return nlohmann::json(nlohmann::json::value_t::discarded);
  return nlohmann::json::parse(text, nullptr, false);
}

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
