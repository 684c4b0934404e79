// Metamorphic relations, which the author declares to hold between runs of an operator on related inputs.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "graph_core/base/yaml_reading.h"
#include "opdk/op_desc.h"
#include "opdk/status.h"
#include "sdk/tools/verify/cases/op_case.h"

namespace opdk::verify {

// Reads the value of `relations:`, in the form of tests/op/README.md, and checks what needs no prototype. E2011: an
// unknown relation, or settings that it doesn't take.
Result<std::vector<Relation>> ReadRelations(const YamlReader& reader, const YAML::Node& given);
// Checks the relations' inputs. E2011: a relation of the case names an input that the operator doesn't have.
Status CheckRelationPorts(const OpCase& op_case, const OpDesc& op);

}  // namespace opdk::verify
