// One way of calling an operator, as the derivation of cases varies it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "sdk/tools/verify/cases/op_case.h"

namespace opdk::verify {

// One entry of an input port. The texts are pieces of flow YAML.
struct UseInput {
  std::string port;  // the prototype's
  bool dynamic = false;
  bool optional = false;
  ge::DataType dtype = ge::DT_FLOAT;
  std::vector<int64_t> shape;
  std::string layout;   // "format: NCHW"
  std::string literal;  // "data: [1, 2]": what the example has
  std::string range;    // "random: {uniform: [0, 3]}": what indices are drawn from
  bool fixed = false;   // its values decide over shapes: the literal stays
};

enum class UseValues : uint8_t { kDrawn, kSpecial, kEdge };

struct OperatorUse {
  std::vector<UseInput> inputs;              // present ones, by port in the prototype's order
  std::map<std::string, std::string> attrs;  // name -> flow YAML
  std::string judged;                        // ", golden: …, standard: …": how the example is judged
  UseValues values = UseValues::kDrawn;

  // "{name: …, inputs: {…}, attrs: {…}}".
  std::string ToYaml(const std::string& name) const;
  // "x1 float[2,3], x2 float[3], axis=-1, edge values".
  std::string Describe() const;
};

// The use that a case with one dtype stands for. `instance` is the case's.
OperatorUse UseOf(const OpCase& op_case, const CaseInstance& instance);

}  // namespace opdk::verify
