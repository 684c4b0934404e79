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
  TensorValues literal;  // what the example has
  Written range;         // "{uniform: [0, 3]}": what indices are drawn from
  bool fixed = false;    // its values decide over shapes: the literal stays
};

enum class UseValues : uint8_t {
  kDrawn,    // around 0
  kSpecial,  // NaN, infinities, ends and zeros among them
  kEdge,     // all edge values in turn
  kSteps,    // multiples of 1/4: many are equal, halves are met exactly, sums are exact
  kWhole,    // the dtype's whole range, of floats a wide one
  kTens,     // of both signs, where exp() and the like go from curved to straight
  kBelow,    // negative and far from 0
  kAbove,    // large and close to each other
  kLowest,   // nothing but -infinity, or the lowest integer
  kZeros,    // nothing but zeros, of floats negative ones
};

struct OperatorUse {
  std::vector<UseInput> inputs;          // present ones, by port in the prototype's order
  std::map<std::string, Written> attrs;  // by name
  OpCase frame;                          // what the case says besides: how it is judged, its seed
  UseValues values = UseValues::kDrawn;

  OpCase ToCase(const std::string& name) const;
  // "x1 float[2,3], x2 float[3], axis=-1, edge values".
  std::string Describe() const;
};

// The attribute's value in a name: short, without quotes.
std::string ShownAttr(const Written& value, size_t most);

// The use that a case with one dtype stands for. `instance` is the case's. What the case expects literally is left out:
// it holds for its own values only.
OperatorUse UseOf(const OpCase& op_case, const CaseInstance& instance);

}  // namespace opdk::verify
