// Conditions that tell the wrong elements of an output from the right ones.
#pragma once

#include <string>
#include <vector>

#include "sdk/tools/verify/cases/op_case.h"

namespace opdk::verify {

// One output beside the expected one.
struct WrongOutput {
  size_t index = 0;
  ge::Tensor actual;
  CaseTensor expected;
  std::vector<bool> wrong;  // by element
};

// Returns conditions that hold for all wrong elements and for hardly any right one, the most telling first: "x is
// negative", "equal elements meet in x". They speak of the inputs' elements at the same place (for inputs with the
// output's shape, or broadcast to it), of the rows from which results are made, and of the expected numbers. Equal
// conditions have equal texts in every case.
std::vector<std::string> Conditions(const CaseInstance& instance, const WrongOutput& output);

// Returns likenesses of the output as a whole: a sum that goes on from one result to the next, always too large, off by
// one, an unchanged input.
std::vector<std::string> Likenesses(const CaseInstance& instance, const WrongOutput& output);

}  // namespace opdk::verify
