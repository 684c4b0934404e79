// The tested package and its case files.
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
  std::string sanitizer;  // the sanitizer (SanitizerNames()) with which the package is built and run; "": none
  std::vector<std::string> case_paths;
};

// The tested packages and their cases.
struct TestTarget {
  std::vector<std::string> plugin_dirs;
  std::vector<std::string> case_paths;  // the named paths, else tests/op of the packages
  std::vector<std::string> options;     // options of `opdk test` that name this target, from any directory
  std::string log;                      // file of the last run's results; "": none
  std::vector<BuiltPackage> built;      // if the target is a package's source tree
  std::string state;                    // .opdk of the package: kept failures and corpus; "": --plugins names none
};

// Returns the package of the directory, built, or the directories that were named.
Result<TestTarget> FindTarget(const TargetOptions& options);

// Loads the target's packages and creates the engines.
Result<TestHarness> LoadHarness(const TestTarget& target);

// Starts one interpreter for all goldens in Python. If the interpreter lacks NumPy, a note says so and the operators'
// references aren't asked.
void StartPython(const std::vector<OpCase>& cases, TestHarness& harness);

// Reads the cases of the target's files.
Result<std::vector<OpCase>> ReadCaseFiles(const TestTarget& target);

}  // namespace opdk::verify
