// Parts that both forms of a definition file share.
#pragma once

#include <string>
#include <vector>

#include "sdk/tools/author/definition.h"
#include "sdk/tools/author/definition_columns.h"

namespace opdk::author {

// Returns `status` with the place of `node` in front of the other places.
Status Located(const YamlReader& reader, const YAML::Node& node, Status status);

// Reads "required", "optional" or "dynamic".
Result<PortKind> ReadParamType(const YamlReader& reader, const YAML::Node& node);

// Checks the names of ports (C++ names, each once among the inputs and once among the outputs) and completes their
// columns.
Status FinishPorts(const YamlReader& reader, std::vector<WrittenPort>& inputs, std::vector<WrittenPort>& outputs);

// Checks names of attributes: C++ names, each once. `nodes`: the place of each attribute.
Status CheckAttrNames(const YamlReader& reader, const std::vector<AttrDefinition>& attrs,
                      const std::vector<YAML::Node>& nodes);

// Checks that no operator stands twice, and that no two operators have the same files.
Status CheckOperatorNames(const std::vector<OperatorDefinition>& operators);

Result<OperatorDefinition> ReadMsOpGenOperator(const YamlReader& reader, const YAML::Node& node,
                                               std::vector<std::string>& notes);

}  // namespace opdk::author
