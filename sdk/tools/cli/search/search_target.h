// Which package and operators `opdk fuzz` and `opdk repro` work on, and where they keep what they find.
#pragma once

#include <string>
#include <vector>

#include "sdk/tools/cli/test/target.h"

namespace opdk::cli {

struct SearchTargetOptions : TargetOptions {
  std::string state;  // "": .opdk of the package, or of the current directory
};
void AddSearchTargetOptions(CLI::App& command, SearchTargetOptions& options);

// The directory of the corpus and of kept failures; builds nothing.
std::string StateDirectory(const SearchTargetOptions& options);

// FindTarget; outside a package, when nothing is named, the built-in operators alone.
Result<TestTarget> FindSearchTarget(const SearchTargetOptions& options);

// The operators that are named, or all that the target's own packages have kernels of. E2002 with "did you mean";
// E3001.
Result<std::vector<std::string>> OperatorsOf(const verify::Bench& bench, const std::vector<std::string>& named);

}  // namespace opdk::cli
