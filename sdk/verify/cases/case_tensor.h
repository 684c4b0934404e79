// Tensors as cases write them.
#pragma once

#include <vector>

#include "graph_core/package/yaml_reading.h"
#include "sdk/verify/cases/op_case.h"

namespace opdk::verify {

// One tensor: {dtype, shape, data | fill}. `default_dtype` where it has none of its own.
Result<CaseTensor> ReadTensor(const YamlReader& reader, const YAML::Node& node, ge::DataType default_dtype);
// The entries under a port: one, or several for a dynamic one.
Result<std::vector<CaseTensor>> ReadTensors(const YamlReader& reader, const YAML::Node& node,
                                            ge::DataType default_dtype);

}  // namespace opdk::verify
