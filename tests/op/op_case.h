// Operator-level cases: what tests/op/README.md describes, read from YAML.
#pragma once

#include <yaml-cpp/yaml.h>

#include <optional>
#include <string>
#include <vector>

#include "graph/tensor.h"
#include "graph/types.h"
#include "opdk/op_desc.h"

namespace opdk {

struct OpCase {
  std::string file;  // below tests/op
  std::string op;
  std::string name;
  std::vector<ge::DataType> dtypes;  // those it runs with
  YAML::Node node;
};

// Cases of every *.yaml below `directory`, sorted by file. A file that can't be read gives a case whose node is the
// error text (a scalar), so that it shows as a failing test.
std::vector<OpCase> ReadOpCases(const std::string& directory);

// A tensor of a case. `has_data` false: only dtype and shape are known.
struct CaseTensor {
  ge::Tensor value;
  bool has_data = false;
};
// Throws YAML::Exception or std::runtime_error with the reason when the case is badly written.
CaseTensor ReadTensor(const YAML::Node& node, ge::DataType default_dtype);
// The entries under a port: one, or several for a dynamic one.
std::vector<CaseTensor> ReadTensors(const YAML::Node& node, ge::DataType default_dtype);

// The operator of a case with one of its dtypes, from the prototype: attributes set, one port per entry, outputs as in
// `expect`. `inputs` receives one tensor per port.
OpDesc BuildOp(const OpCase& op_case, ge::DataType dtype, const OpDesc& prototype, std::vector<CaseTensor>& inputs);

struct Tolerance {
  double rtol = 0;
  double atol = 0;
};
Tolerance ToleranceOf(const OpCase& op_case, ge::DataType dtype);
// "" when they agree, else the first difference. `node`: as written in the case (for the sign of an expected -0.0).
std::string Compare(const ge::Tensor& actual, const CaseTensor& expected, const YAML::Node& node, Tolerance tolerance);

}  // namespace opdk
