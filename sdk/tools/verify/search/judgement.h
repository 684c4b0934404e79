// The judgement of one run of the search: a fault, or a case that the operator rightly refuses.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "sdk/tools/verify/golden/golden.h"
#include "sdk/tools/verify/isolation/isolated.h"
#include "sdk/tools/verify/run/run_case.h"
#include "sdk/tools/verify/search/search_case.h"

namespace opdk::verify {

struct Judgement {
  enum class Verdict : uint8_t {
    kPassed,
    kRefused,      // by verification, inference, or alike by the golden and the kernel
    kUnsupported,  // this engine doesn't take the case
    kNotVerified,  // the case ran, and no golden says what is right
    kFailed,
  };
  static constexpr size_t kVerdicts = 5;
  Verdict verdict = Verdict::kPassed;
  // Kind of failure: CaseResult::kind, or "crash SIGSEGV", "timeout", "golden timeout", "exit" when the process ended.
  std::string kind;
  std::string reason;
  std::string kernel;
};

// Runs the case as `opdk test` does. The operator's code runs in this process, which the limits of `options` end. A
// golden that fails is a failure if the case is legal: the reference engine, or the tested engine, computes it.
Judgement Judge(const SearchCase& found, const TestHarness& harness, const RunOptions& options);

// Runs the cases in this order in one child process and judges the last one. `threads`: of its kernels; 0: as many as
// there are.
Judgement JudgeIsolated(const std::vector<SearchCase>& cases, const TestHarness& harness, const RunOptions& options,
                        int threads = 0);

// Returns Judgement::kind of a child that ended without an answer.
std::string KindOfEnd(const ChildReport& report);
// Returns whether the kind is "timeout" or "golden timeout".
bool IsTimeout(const std::string& kind);
// Judges the run during which a child ended.
Judgement JudgementOfEnd(const ChildReport& report, const RunOptions& options);

nlohmann::json ToJson(const Judgement& judgement);
Judgement JudgementFrom(const nlohmann::json& node);

}  // namespace opdk::verify
