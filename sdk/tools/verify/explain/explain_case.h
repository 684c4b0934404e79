// Explanations of a failed case: guesses at the fault, each of which was tried.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sdk/tools/verify/golden/golden.h"

namespace opdk::verify {

// The kinds of explanations, the surest first. A misreading was computed and gives exactly the kernel's output. Without
// the property that a cure takes away, the kernel is right. A condition and a likeness are seen in the numbers.
enum class ExplanationKind : uint8_t { kMisread, kCure, kCondition, kLikeness };

struct Explanation {
  ExplanationKind kind = ExplanationKind::kMisread;
  std::string text;  // one sentence without a full stop; equal for equal faults in every case
};

// Explains a case whose outputs differ from its golden, or from the author's reference. Returns the likeliest
// explanation of each kind first. Runs the operator's kernel and its golden many times: for small cases, in a process
// of their own. Empty: the outputs are as expected, or no explanation fits.
Result<std::vector<Explanation>> ExplainCase(const OpCase& op_case, ge::DataType dtype, std::string_view engine,
                                             const TestHarness& harness);

}  // namespace opdk::verify
