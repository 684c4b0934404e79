// A second run of a kept failure.
#pragma once

#include <string>
#include <vector>

#include "sdk/tools/verify/compare/case_result.h"
#include "sdk/tools/verify/golden/golden.h"
#include "sdk/tools/verify/search/failure_record.h"

namespace opdk::verify {

// Runs the record's case as it ran when it failed, in a child process: a crash or a hang is the result.
CaseResult Replay(const FailureRecord& record, const OpCase& op_case, const TestHarness& harness, double timeout_s);

// Writes the case, its inputs, the expected and actual outputs (.npy) and the command into the directory. Returns why
// tensors are missing: the kernel crashes, or a tensor has no .npy form. E1006.
Result<std::vector<std::string>> WriteBundle(const FailureRecord& record, const OpCase& op_case,
                                             const TestHarness& harness, const std::string& directory,
                                             double timeout_s);

}  // namespace opdk::verify
