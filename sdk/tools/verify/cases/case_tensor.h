// Tensors as cases write them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "graph_core/base/yaml_reading.h"
#include "sdk/tools/verify/cases/op_case.h"

namespace opdk::verify {

// What the data of one case's tensors comes from, besides the YAML.
struct DataSource {
  std::string directory;           // of the case's file: where `file:` is looked for
  std::function<uint64_t()> seed;  // asked for only when something is drawn
  size_t ordinal = 0;              // of the tensor in its case; counts up as tensors are read
};

// One tensor: {dtype, shape, format, …, data | fill | random | edge | file, special}. `default_dtype` where it has none
// of its own.
Result<CaseTensor> ReadTensor(const YamlReader& reader, const YAML::Node& node, ge::DataType default_dtype,
                              DataSource& source);
// The entries under a port: one, or several for a dynamic one.
Result<std::vector<CaseTensor>> ReadTensors(const YamlReader& reader, const YAML::Node& node,
                                            ge::DataType default_dtype, DataSource& source);

}  // namespace opdk::verify
