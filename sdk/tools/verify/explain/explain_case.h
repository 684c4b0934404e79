// Why a case fails: guesses at the fault, each of which was tried.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sdk/tools/verify/golden/golden.h"

namespace opdk::verify {

// How sure an explanation is: a misreading was computed and gives exactly what came; without what is cured the kernel
// is right; a condition and a likeness are seen in the numbers.
enum class ExplanationKind : uint8_t { kMisread, kCure, kCondition, kLikeness };

struct Explanation {
  ExplanationKind kind = ExplanationKind::kMisread;
  std::string text;  // one sentence without a full stop; the same for the same fault in every case
};

// Of a case whose outputs are not what its golden, or the author's reference, says: the likeliest of each kind first.
// Runs the operator's kernel and its golden many times: for small cases, in a process of their own. Empty: the outputs
// are as expected, or nothing explains them.
Result<std::vector<Explanation>> ExplainCase(const OpCase& op_case, ge::DataType dtype, std::string_view engine,
                                             const Bench& bench);

}  // namespace opdk::verify
