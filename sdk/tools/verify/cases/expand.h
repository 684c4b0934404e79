// One case that stands for many: `each:` lists alternatives, and every combination becomes a case of its own.
#pragma once

#include <vector>

#include "graph_core/base/yaml_reading.h"
#include "sdk/tools/verify/cases/op_case.h"

namespace opdk::verify {

inline constexpr size_t kMostCombinations = 10000;

// `each` maps `input.key` (a key of that input's tensor, of all its entries), an attribute's name or `dtype` to a list
// of values. The cases lack `each` and are named "NAME [x.shape=2x3, axis=-1]". A case without `each` is returned as it
// is. E2011: an empty list, an input that the case doesn't have, more than kMostCombinations.
Result<std::vector<OpCase>> ExpandEach(const YamlReader& reader, const OpCase& op_case);

// "2x3", "-1", "uniform": a value of YAML in few characters, for names.
std::string ShortText(const YAML::Node& node);

}  // namespace opdk::verify
