// Operator information as bytes for the cache. Parsing the YAML of hundreds of operators takes most of a start.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graph_core/package/op_info.h"

namespace opdk {

// Returns operator information as bytes for the cache. nullopt: it has attributes, whose values have no form here.
std::optional<std::string> WriteOpInfo(std::vector<OpInfo> operators);
// Reads the bytes that WriteOpInfo gave. nullopt: any other bytes, also of another build.
std::optional<std::vector<OpInfo>> ReadOpInfo(std::string_view bytes);

}  // namespace opdk
