// Runs test cases through a session.
#pragma once

#include <memory>
#include <string>

#include "graph_core/package/package_registry.h"
#include "graph_core/session.h"
#include "tests/conformance/test_case.h"

namespace opdk::conformance {

enum class Verdict {
  kPassed,
  kFailed,
  kUnsupported,  // an operator, or a kind of value, that does not exist here
  kNoKernel,     // the operator exists, but the engine that was asked for has no kernel for it
};

struct Outcome {
  Verdict verdict = Verdict::kFailed;
  std::string engines;  // those that ran the case's operators: "ai_core", "ai_core+ai_cpu"; "": views only
  std::string detail;   // why it did not pass; one line
};

// Encodes an outcome in one line, for the pipe between processes; Decode is the inverse.
std::string Encode(const Outcome& outcome);
Outcome Decode(const std::string& line);

// Not thread-safe.
class CaseRunner {
 public:
  // Creates a runner. `engine`: the only engine that may run; "": all, cheapest first. `bfloat16_relative`: as
  // Difference takes it.
  static Result<std::unique_ptr<CaseRunner>> Create(const std::string& engine, const std::string& cache_directory,
                                                    double bfloat16_relative);
  Outcome Run(const TestCase& test);

 private:
  Result<Outcome> Execute(const TestCase& test, const CaseInfo& info);

  std::string engine_;
  double bfloat16_relative_ = 0;
  std::shared_ptr<PackageRegistry> packages_;
  std::unique_ptr<Session> session_;
};

}  // namespace opdk::conformance
