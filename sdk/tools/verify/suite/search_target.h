// Which package and operators `opdk fuzz` and `opdk repro` work on, and where they keep what they find.
#pragma once

#include <string>
#include <vector>

#include "sdk/tools/verify/suite/target.h"

namespace opdk::verify {

struct SearchTargetOptions : TargetOptions {
  std::string state;  // "": .opdk of the package, or of the current directory
};

// The directory of the corpus and of kept failures; builds nothing.
std::string StateDirectory(const SearchTargetOptions& options);

// Edges tell more than kernels' names: makes the target the package in a build directory of its own, with calls at
// every edge. E1001: --plugins takes libraries as they are.
Status BuildForCoverage(SearchTargetOptions& target);

// FindTarget; outside a package, when nothing is named, the built-in operators alone.
Result<TestTarget> FindSearchTarget(const SearchTargetOptions& options);

// The operators that are named, or all that the target's own packages have kernels of. E2002 with "did you mean";
// E3001.
Result<std::vector<std::string>> OperatorsOf(const Bench& bench, const std::vector<std::string>& named);

}  // namespace opdk::verify
