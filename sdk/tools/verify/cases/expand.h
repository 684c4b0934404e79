// Expansion of a case: `each:` lists alternatives, and every combination becomes a case of its own.
#pragma once

#include <yaml-cpp/yaml.h>

#include <vector>

#include "graph_core/base/yaml_reading.h"

namespace opdk::verify {

inline constexpr size_t kMostCombinations = 10000;

// Returns a case for every combination of the values in `each`. `each` maps `input.key` (a key of that input's tensor,
// in all its entries), an attribute's name or `dtype` to a list of values. The returned cases lack `each` and are named
// "NAME [x.shape=2x3, axis=-1]". A case without `each` is returned unchanged. E2011: an empty list, an input that the
// case doesn't have, more than kMostCombinations.
Result<std::vector<YAML::Node>> ExpandEach(const YamlReader& reader, const YAML::Node& op_case);

}  // namespace opdk::verify
