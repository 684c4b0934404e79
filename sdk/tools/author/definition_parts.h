// What both forms of a definition file have in common.
#pragma once

#include <string>
#include <vector>

#include "sdk/tools/author/definition.h"
#include "sdk/tools/author/definition_columns.h"

namespace opdk::cli {

// `status` with the place of `node` in front of the others.
Status Located(const YamlReader& reader, const YAML::Node& node, Status status);

// "required", "optional" or "dynamic".
Result<PortKind> ReadParamType(const YamlReader& reader, const YAML::Node& node);

// Names of ports: C++ names, each once among the inputs and once among the outputs. Then their columns.
Status FinishPorts(const YamlReader& reader, std::vector<WrittenPort>& inputs, std::vector<WrittenPort>& outputs);

// Names of attributes: C++ names, each once. `nodes`: where each stands.
Status CheckAttrNames(const YamlReader& reader, const std::vector<AttrDefinition>& attrs,
                      const std::vector<YAML::Node>& nodes);

// No operator stands twice, and no two have the same files.
Status CheckOperatorNames(const std::vector<OperatorDefinition>& operators);

Result<OperatorDefinition> ReadMsOpGenOperator(const YamlReader& reader, const YAML::Node& node,
                                               std::vector<std::string>& notes);

}  // namespace opdk::cli
