// The report of a conformance run.
#pragma once

#include <string>
#include <vector>

#include "opdk/status.h"
#include "tests/conformance/case_runner.h"
#include "tests/conformance/expectations.h"

namespace opdk::conformance {

inline constexpr const char* kEngineNames[] = {"default", "ai_cpu"};
inline constexpr int kEngineCount = 2;

struct CaseResult {
  TestCase test;
  CaseInfo info;
  Outcome outcomes[kEngineCount];  // as kEngineNames
};

struct Verdicts {
  std::vector<std::string> failures;  // "pytorch-operator/test_operator_clip [default]: why"
  std::vector<std::string> gaps;      // known ones, with their reason
  int passed[kEngineCount] = {};
  int beyond = 0;       // tests of something else than ai.onnx's functions of tensors of numbers
  int unsupported = 0;  // of the others
};

Verdicts Judge(const std::vector<CaseResult>& results, const Expectations& expectations);
// Writes node_tests.txt (a table by operator and the failures) and node_tests.csv (a line per test and engine).
Status WriteReport(const std::string& directory, const std::vector<CaseResult>& results, const Verdicts& verdicts);

}  // namespace opdk::conformance
