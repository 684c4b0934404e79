// The reader of cases: from YAML to what is written. What depends on a dtype or the prototype is judged when the case
// is instantiated.
#pragma once

#include "graph_core/base/yaml_reading.h"
#include "sdk/tools/verify/cases/op_case.h"

namespace opdk::verify {

// The case, or the cases that its `each` makes of it. E2011: unknown keys, what isn't of the kind that its key takes.
Result<std::vector<OpCase>> ReadWrittenCases(const YamlReader& reader, const std::string& file, const std::string& op,
                                             const YAML::Node& node);
// One without `each`; `origin`: where its mistakes are when a program made the node.
Result<OpCase> ReadWrittenCase(const YamlReader& reader, const std::string& file, const std::string& op,
                               const YAML::Node& node, const YAML::Mark& origin);
Result<WrittenTensor> ReadWrittenTensor(const YamlReader& reader, const YAML::Node& node);

}  // namespace opdk::verify
