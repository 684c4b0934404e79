// One run of the search, judged: is it a fault, or a case that the operator rightly refuses?
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "sdk/tools/verify/golden/golden.h"
#include "sdk/tools/verify/isolation/isolated.h"
#include "sdk/tools/verify/run/run_case.h"
#include "sdk/tools/verify/search/search_case.h"

namespace opdk::verify {

struct Judgement {
  enum class Verdict : uint8_t {
    kPassed,
    kRefused,      // by verification, inference, or alike by the golden and the kernel
    kUnsupported,  // this engine doesn't take it
    kNotVerified,  // ran, and nothing says what is right
    kFailed,
  };
  static constexpr size_t kVerdicts = 5;
  Verdict verdict = Verdict::kPassed;
  // Of a failure: CaseResult::kind, or "crash SIGSEGV", "timeout", "exit" when the process ended.
  std::string kind;
  std::string reason;
  std::string kernel;
};

// Runs the case as `opdk test` does. The operator's code runs in this process.
Judgement Judge(const SearchCase& found, const Bench& bench, const RunOptions& options);

// The same in a child process. A run that takes longer than `timeout_s` is a failure of kind "timeout".
Judgement JudgeIsolated(const SearchCase& found, const Bench& bench, const RunOptions& options, double timeout_s);

// From now on this process ends as by a timeout unless it is called again within `seconds`; 0: never.
void LimitTime(double seconds);
// Judgement::kind of a child that ended without an answer.
std::string KindOfEnd(const ChildReport& report);
// What the end of a child says of the run that it was at.
Judgement JudgementOfEnd(const ChildReport& report, double timeout_s);

nlohmann::json ToJson(const Judgement& judgement);
Judgement JudgementFrom(const nlohmann::json& node);

}  // namespace opdk::verify
