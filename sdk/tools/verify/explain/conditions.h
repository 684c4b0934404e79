// What tells the wrong elements of an output from the right ones.
#pragma once

#include <string>
#include <vector>

#include "sdk/tools/verify/cases/op_case.h"

namespace opdk::verify {

// One output beside what is expected of it.
struct WrongOutput {
  size_t index = 0;
  ge::Tensor actual;
  CaseTensor expected;
  std::vector<bool> wrong;  // by element
};

// Of the inputs' elements there (for operators whose inputs are shaped as the output is, or broadcast to it), of the
// rows that results are made of, of the expected numbers: "x is negative", "equal elements meet in x". What holds of
// all wrong elements and of hardly any right one, the most telling first. Texts are the same for the same condition in
// every case.
std::vector<std::string> Conditions(const CaseInstance& instance, const WrongOutput& output);

// What the output looks like as a whole: a sum that goes on from one result to the next, always too large, off by one,
// an input unchanged.
std::vector<std::string> Likenesses(const CaseInstance& instance, const WrongOutput& output);

}  // namespace opdk::verify
