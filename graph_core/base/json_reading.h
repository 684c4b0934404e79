// JSON that comes from outside.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>

namespace opdk {

// Tells whether lists and objects nest deeper than 500 levels, which YAML may have too. Brackets in strings don't
// count. For a text that isn't JSON the answer means nothing.
inline bool NestsTooDeep(std::string_view json) {
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

// Parses a text. Discarded: it isn't JSON, or it nests too deep. Copies and prints of a value recurse, so a deeper one
// would overflow the stack.
inline nlohmann::json ParseJson(std::string_view text) {
  if (NestsTooDeep(text)) return nlohmann::json(nlohmann::json::value_t::discarded);
  return nlohmann::json::parse(text, nullptr, false);
}

// Returns a text about the first key of an object that isn't among `known`, with the nearest known key. "": all are
// known. `what` names the object: "a tensor".
std::string UnknownKey(const nlohmann::json& object, std::span<const std::string_view> known, std::string_view what);

}  // namespace opdk
