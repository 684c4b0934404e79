// Runs one case with one dtype on one engine, and judges it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sdk/tools/verify/cases/op_case.h"
#include "sdk/tools/verify/compare/case_result.h"
#include "sdk/tools/verify/golden/golden.h"

namespace opdk::verify {

struct RunOptions {
  std::string standard;             // name of a standard that replaces the cases' own; "": their own
  std::vector<std::string> checks;  // checks of AllChecks() (sdk/tools/verify/checks/check.h) to make; empty: none
  bool cann_compat = false;         // OutputReport::msopst is filled in
  bool time_kernels = false;  // CaseResult::kernel_ms and, on a measured machine, roofline_share are (with checks)
  int64_t most_elements = 0;  // largest inferred output; a larger one fails as "case"; 0: no limit
  // Seconds after which the process ends by SIGALRM (LimitTime); the golden has a limit of its own. 0: never.
  double seconds = 0;
  double golden_seconds = 0;
};

// SetActivity's text while the golden is computed.
inline constexpr const char* kGoldenActivity = "the golden's computation";

// Verifies and infers before any kernel runs: `instance.op` gets its outputs. E2003, E6002.
Status VerifyAndInfer(const PackageRegistry& packages, CaseInstance& instance);

// Runs a case. Verification and inference are compared with the case. Then the operator runs with its inputs fed (if
// the kernel isn't built from values) and with constant inputs. The checks are made, too: a check with findings fails
// the case. A kernel that leaves its memory under a check isn't run again. A badly written case fails with E2011.
CaseResult RunCase(const OpCase& op_case, ge::DataType dtype, std::string_view engine, const TestHarness& harness,
                   const RunOptions& options = {});

}  // namespace opdk::verify
