// The package and operators of `opdk fuzz` and `opdk repro`, and the directory of their findings.
#pragma once

#include <string>
#include <vector>

#include "sdk/tools/verify/suite/target.h"

namespace opdk::verify {

struct SearchTargetOptions : TargetOptions {
  std::string state;  // "": .opdk of the package, or of the current directory
};

// Returns the directory of the corpus and of kept failures; builds nothing.
std::string StateDirectory(const SearchTargetOptions& options);

// Makes the target the package in a build directory of its own, with calls at every edge, because edges tell more than
// kernels' names. E1001: --plugins takes libraries as they are.
Status BuildForCoverage(SearchTargetOptions& target);

// Returns FindTarget's target; outside a package, when nothing is named, the built-in operators alone.
Result<TestTarget> FindSearchTarget(const SearchTargetOptions& options);

// Returns the named operators, or all for which the target's own packages have kernels. E2002 with "did you mean";
// E3001.
Result<std::vector<std::string>> OperatorsOf(const TestHarness& harness, const std::vector<std::string>& named);

}  // namespace opdk::verify
