// Small faults in a tensor expression, one at a time. Good cases must notice them.
#pragma once

#include <string>
#include <vector>

#include "tbe/expr.h"

namespace opdk::verify {

struct Mutant {
  // Equal for the same change at the same place of all expressions of this structure, for any shapes, dtypes and
  // numbers.
  std::string key;
  std::string change;   // "mul becomes div"
  std::string where;    // "%3 = mul %1, %2 : float[2, 3]", a line of tbe::Print
  std::string becomes;  // that line with the change: "%3 = div %1, %2 : float[2, 3]", "%3 = %1"
  std::vector<tbe::Tensor> outputs;
};

// Returns mutants: constants and parameters (1 % more, 1 % less, plus 1), operations, directions of comparisons,
// branches, operands left out, axes and ends of reductions, offsets of slices, pads and gathers, roundings, bodies of
// compute(). Each mutant has the outputs' shapes and dtypes. Inputs and broadcasts have no mutants.
std::vector<Mutant> MutantsOf(const std::vector<tbe::Tensor>& outputs);

}  // namespace opdk::verify
