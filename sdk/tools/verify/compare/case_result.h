// The result of running a case on one engine: everything that a report shows.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "sdk/tools/verify/compare/compare.h"

namespace opdk::verify {

enum class Outcome : uint8_t {
  kPassed,
  kFailed,       // `reason` says why
  kNotVerified,  // the case ran, but there is no golden to compare with
  kRefused,      // the case expects a refusal and got it: passed
  kInferred,     // a case without data: only inference was compared, and agreed
  kUnsupported,  // no column of this engine's operator information matches the case; another engine's does
  kSkipped,      // the case names other engines
};
std::string_view ToString(Outcome outcome);

struct OutputReport {
  std::string name;
  std::string desc;  // "float[2,3]"
  Comparison comparison;
  std::string msopst;  // MsopstVerdict::Describe(), if --cann-compat asks for it
};

// A failed check beyond the values.
struct Finding {
  std::string check;    // "unwritten_output"
  std::string message;  // the observation
  std::string help;     // why the finding matters, and what to do
};

struct CaseResult {
  Outcome outcome = Outcome::kFailed;
  std::string reason;  // of a failure; may have several lines
  // The failed part: "values", or the name of the check; "case" (badly written), "refused" (by verification or
  // inference), "refusal" (none, or for another reason), "inference", "engine", "golden", "expression" (it threw),
  // "kernel"; "process" when its process ended.
  std::string kind;
  std::string kernel;   // the kernel that ran
  std::string package;  // the kernel's package
  std::string golden;   // Golden::source
  std::vector<OutputReport> outputs;
  std::vector<Finding> findings;
  std::vector<std::string> checks;  // the checks that were made
  double kernel_ms = 0;             // one call on one thread, after warm-up; 0: not measured
  double roofline_share = 0;        // share of this machine's measured roofline; 0: not measured

  bool ok() const { return outcome != Outcome::kFailed; }
};

CaseResult Failure(std::string reason, std::string kind = "process");

// Converts a result to JSON, for the way from a child process and for reports. Numbers that JSON doesn't have are texts
// ("nan", "inf").
nlohmann::json ToJson(const CaseResult& result);
CaseResult CaseResultFrom(const nlohmann::json& json);

}  // namespace opdk::verify
