// Dtypes and attribute values in YAML: operator information's defaults, operator cases.
#pragma once

#include <string>

#include "graph_core/base/yaml_reading.h"
#include "opdk/op_desc.h"

namespace opdk {

// Reads a dtype such as "float16". The error for an unknown name says "did you mean".
Result<ge::DataType> ReadYamlDtype(const YamlReader& reader, const YAML::Node& node);

// Reads a value of CANN's attribute type `token` ("Float", "ListInt"). `what` names the value in messages.
Result<Attr> ReadYamlAttr(const YamlReader& reader, const YAML::Node& node, const std::string& token,
                          const std::string& what);

}  // namespace opdk
