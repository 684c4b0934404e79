// The calls of an operator that are worth timing, if the user names none.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "sdk/tools/verify/cases/op_case.h"
#include "sdk/tools/verify/golden/golden.h"

namespace opdk::verify {

struct BenchRequest {
  std::string op;
  // One row for each entry: the extents of the inputs in the prototype's order. Inputs beyond the entry get shapes that
  // fit. Empty: a small, a medium and a large use (tens of KiB, some MiB, more than the caches hold).
  std::vector<std::vector<std::vector<int64_t>>> shapes;
  std::map<std::string, Written> attrs;
  // Dtypes of the first input that holds more than indices. Empty: float, or the first one of the operator information.
  std::vector<ge::DataType> dtypes;
};

// Returns the text of a case file with a case per use, all inputs drawn (indices within their tensor). `examples` are
// the operator's own cases. If there are any, attributes and structure are theirs, and their extents are grown if no
// usual shapes fit. Inference runs: call it in a process that may crash. E2002: an unknown operator; E2008: no engine
// takes the dtype; E3001: no legal use was found; for given shapes, the error of the refusal.
Result<std::string> BenchCases(const BenchRequest& request, const std::vector<OpCase>& examples,
                               const TestHarness& harness);

}  // namespace opdk::verify
