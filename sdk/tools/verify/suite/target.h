// Which package is tested, with which case files.
#pragma once

#include <string>
#include <vector>

#include "sdk/tools/package/package_build.h"
#include "sdk/tools/verify/cases/op_case.h"
#include "sdk/tools/verify/golden/golden.h"

namespace opdk::verify {

struct TargetOptions {
  std::vector<std::string> plugin_dirs;
  BuildRequest build;
  bool no_build = false;
  std::string sanitizer;  // a SanitizerNames() that the package is built and run with; "": none
  std::vector<std::string> case_paths;
};

// What is tested.
struct TestTarget {
  std::vector<std::string> plugin_dirs;
  std::vector<std::string> case_paths;  // that were named, else tests/op of the packages
  std::vector<std::string> options;     // those of `opdk test` that name it, from any directory
  std::string log;                      // where the results of its last run are kept; "": nowhere
  std::vector<BuiltPackage> built;      // where it is a package's source tree
  std::string state;                    // .opdk of the package: kept failures and corpus; "": --plugins names none
};

// The package of the directory, built, or the directories that were named.
Result<TestTarget> FindTarget(const TargetOptions& options);

// The target's packages, loaded, and the engines.
Result<Bench> OpenBench(const TestTarget& target);

// For the goldens of the cases that are Python: one interpreter for all of them. Where it lacks NumPy, a note says so
// and the operators' references aren't asked.
void StartPython(const std::vector<OpCase>& cases, Bench& bench);

// The cases of the target's files.
Result<std::vector<OpCase>> ReadCaseFiles(const TestTarget& target);

}  // namespace opdk::verify
