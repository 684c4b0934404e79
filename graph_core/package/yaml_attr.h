// Dtypes and attribute values in YAML: operator information's defaults, operator cases.
#pragma once

#include <string>

#include "graph_core/base/yaml_reading.h"
#include "opdk/op_desc.h"

namespace opdk {

// "float16". An unknown name is refused with "did you mean".
Result<ge::DataType> ReadYamlDtype(const YamlReader& reader, const YAML::Node& node);

// A value of CANN's attribute type `token` ("Float", "ListInt"). `what` names it in messages.
Result<Attr> ReadYamlAttr(const YamlReader& reader, const YAML::Node& node, const std::string& token,
                          const std::string& what);

}  // namespace opdk
