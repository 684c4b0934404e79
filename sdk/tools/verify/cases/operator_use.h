// One way of calling an operator, as the derivation of cases varies it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "sdk/tools/verify/cases/op_case.h"

namespace opdk::verify {

// One entry of an input port.
struct UseInput {
  std::string port;  // the prototype's
  bool dynamic = false;
  bool optional = false;
  ge::DataType dtype = ge::DT_FLOAT;
  std::vector<int64_t> shape;
  TensorLayout layout;
  TensorValues literal;  // the example's values
  Written range;         // "{uniform: [0, 3]}": the range of indices
  bool fixed = false;    // the literal stays: its values determine shapes, or the operator refuses most others
};

enum class UseValues : uint8_t {
  kDrawn,    // around 0
  kSpecial,  // NaN, infinities, ends and zeros among them
  kEdge,     // all edge values in turn
  kSteps,    // multiples of 1/4: many are equal, halves occur exactly, sums are exact
  kWhole,    // the dtype's whole range; for floats a wide range
  kTens,     // of both signs, where exp() and the like go from curved to straight
  kBelow,    // negative and far from 0
  kAbove,    // large and close to each other
  kLowest,   // only -infinity, or the lowest integer
  kZeros,    // only zeros, for floats negative ones
};

struct OperatorUse {
  std::vector<UseInput> inputs;          // present ones, by port in the prototype's order
  std::map<std::string, Written> attrs;  // by name
  OpCase frame;                          // the rest of the case: its standard, its seed
  UseValues values = UseValues::kDrawn;

  OpCase ToCase(const std::string& name) const;
  // Returns "x1 float[2,3], x2 float[3], axis=-1, edge values".
  std::string Describe() const;
};

// Returns the attribute's value for a name: short, without quotes.
std::string ShownAttr(const Written& value, size_t most);

// Returns the use in a case with one dtype. `instance` is the case's. The case's expected values are left out: they
// hold for its own inputs only.
OperatorUse UseOf(const OpCase& op_case, const CaseInstance& instance);

}  // namespace opdk::verify
