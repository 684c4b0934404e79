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

// The value of `relations:`, as tests/op/README.md describes it, as far as it can be judged without the operator's
// prototype. E2011: an unknown relation, or settings that it doesn't take.
Result<std::vector<Relation>> ReadRelations(const YamlReader& reader, const YAML::Node& given);
// E2011: a relation of the case speaks of an input that the operator doesn't have.
Status CheckRelationPorts(const OpCase& op_case, const OpDesc& op);

}  // namespace opdk::verify
