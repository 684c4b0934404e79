// The reader of cases: from YAML to a plain struct. Values that depend on a dtype or the prototype are judged when the
// case is instantiated.
#pragma once

#include "graph_core/base/yaml_reading.h"
#include "sdk/tools/verify/cases/op_case.h"

namespace opdk::verify {

// Reads the case, or the cases that its `each` gives. E2011: unknown keys, or a value of another kind than its key
// takes.
Result<std::vector<OpCase>> ReadWrittenCases(const YamlReader& reader, const std::string& file, const std::string& op,
                                             const YAML::Node& node);
// Reads one case without `each`. `origin`: the place that errors name if a program made the node.
Result<OpCase> ReadWrittenCase(const YamlReader& reader, const std::string& file, const std::string& op,
                               const YAML::Node& node, const YAML::Mark& origin);
Result<WrittenTensor> ReadWrittenTensor(const YamlReader& reader, const YAML::Node& node);

}  // namespace opdk::verify
