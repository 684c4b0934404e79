// Derived cases: made from the prototype, the operator information, and the author's cases as examples.
#pragma once

#include <string>
#include <vector>

#include "opdk/status.h"
#include "sdk/tools/verify/cases/op_case.h"
#include "sdk/tools/verify/golden/golden.h"

namespace opdk::verify {

// The suffix of the file names of derived cases.
inline constexpr const char* kDerivedSuffix = " (derived)";

// Returns whether the case was derived.
bool IsDerived(const OpCase& op_case);

struct DeriveOptions {
  size_t most = 100;  // cases of one operator
  // Every column of every engine has two cases, even if these are more than `most`; else at most half of all cases.
  bool every_column = true;
  uint64_t seed = 0;  // equal seeds derive equal cases
};

struct DerivedCases {
  std::string yaml;  // a case file
  std::string file;  // its name: beside the examples, so that their relative paths hold
  size_t accepted = 0;
  // Columns of operator information for which no case was found: "x: string, y: int64".
  std::vector<std::string> uncovered;
  // Columns that no node can ever fit, and why: a mistake in the operator information.
  std::vector<std::string> impossible;
};

// Derives cases of the operator. They vary dtypes and formats (every column), extents (0, 1, around the vector width,
// primes, larger; equal extents stay equal), ranks, broadcasting, optional inputs, the number of entries of dynamic
// inputs, attributes (default, the examples' values, their neighbours), and the values (drawn, special ones sprinkled,
// all edge values). Inputs whose values inference asks for keep the example's values. Inputs of integers only (indices)
// keep their range.
//
// `examples`: the operator's cases; if none of them is legal, shapes are searched for. Verification and inference of
// the package run: call it in a process that may crash. E2002: an unknown operator; E3001: no legal use was found.
Result<DerivedCases> DeriveCases(const std::string& op, const std::vector<OpCase>& examples, const TestHarness& harness,
                                 const DeriveOptions& options);

}  // namespace opdk::verify
