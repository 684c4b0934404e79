// Metamorphic relations: what the author declares to hold between runs of an operator on related inputs.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "graph_core/base/yaml_reading.h"
#include "opdk/op_desc.h"
#include "opdk/status.h"
#include "sdk/tools/verify/cases/op_case.h"

namespace opdk::verify {

struct Relation {
  std::string kind;                // "commutative"
  std::vector<std::string> ports;  // inputs it speaks of
  int64_t axis = 0;
};

// Whether the names and settings of `relations:` are right, as far as can be said without the operator's prototype.
// E2011.
Status CheckRelations(const YamlReader& reader, const YAML::Node& given);

// The case's `relations:`, as tests/op/README.md describes them. E2011: an unknown relation, port or setting.
Result<std::vector<Relation>> ReadRelations(const OpCase& op_case, const OpDesc& op);

}  // namespace opdk::verify
