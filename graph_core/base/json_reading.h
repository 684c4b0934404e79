// JSON that comes from outside.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>

namespace opdk {

// Parses a text. Discarded: it isn't JSON, or it nests too deep. Copies and prints of a value recurse, so a deeper one
// would overflow the stack.
nlohmann::json ParseJson(std::string_view text);

// Returns a text about the first key of an object that isn't among `known`, with the nearest known key. "": all are
// known. `what` names the object: "a tensor".
std::string UnknownKey(const nlohmann::json& object, std::span<const std::string_view> known, std::string_view what);

}  // namespace opdk
