// dtypes and attribute types under all the names that definition files use for them.
#pragma once

#include <string>
#include <vector>

#include "graph/types.h"
#include "graph_core/base/yaml_reading.h"

namespace opdk::author {

// Returns the dtype of a name (fp16, float16, half, DT_FLOAT16 …; capitals don't matter), or the members of a group
// (numbertype, realnumbertype, basictype, indexnumbertype, quantizedtype, all …) in CANN's order. Empty: no such name.
std::vector<ge::DataType> TypesNamed(const std::string& written);
// Reads one cell of a `type` column with TypesNamed. E2012 with "did you mean".
Result<std::vector<ge::DataType>> ReadTypeNames(const YamlReader& reader, const YAML::Node& node);

// Reads "list_int", "listInt", "float" … and returns CANN's token: "ListInt", "Float". E2012 with "did you mean".
Result<std::string> ReadAttrType(const YamlReader& reader, const YAML::Node& node);
// Returns the spelling with which definition files are written: "list_int".
std::string AttrTypeName(const std::string& token);

}  // namespace opdk::author
