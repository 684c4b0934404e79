// Tensors made from a case's text.
#pragma once

#include <functional>
#include <string>

#include "graph_core/base/yaml_reading.h"
#include "sdk/tools/verify/cases/op_case.h"

namespace opdk::verify {

// Sources of tensor data besides the YAML.
struct DataSource {
  std::string directory;           // of the case's file; paths of `file:` are relative to it
  std::function<uint64_t()> seed;  // called only when an element is drawn
  size_t ordinal = 0;              // number of the tensor in its case; counts up as tensors are read
};

// Makes the tensor that `written` describes, with `default_dtype` if it names no dtype. E2011, located; E1002, E1005:
// the tensor's file.
Result<CaseTensor> MakeTensor(const YamlReader& reader, const WrittenTensor& written, ge::DataType default_dtype,
                              DataSource& source);

}  // namespace opdk::verify
