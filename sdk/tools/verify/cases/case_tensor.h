// Tensors of what cases write.
#pragma once

#include <functional>
#include <string>

#include "graph_core/base/yaml_reading.h"
#include "sdk/tools/verify/cases/op_case.h"

namespace opdk::verify {

// What the data of one case's tensors comes from, besides the YAML.
struct DataSource {
  std::string directory;           // of the case's file: where `file:` is looked for
  std::function<uint64_t()> seed;  // asked for only when something is drawn
  size_t ordinal = 0;              // of the tensor in its case; counts up as tensors are read
};

// The tensor that is written, with `default_dtype` where it names none. E2011, located; E1002, E1005: its file.
Result<CaseTensor> MakeTensor(const YamlReader& reader, const WrittenTensor& written, ge::DataType default_dtype,
                              DataSource& source);

}  // namespace opdk::verify
