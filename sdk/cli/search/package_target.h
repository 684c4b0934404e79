// Which package, operators and cases a command of the search works on.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "sdk/cli/author/package_build.h"
#include "sdk/verify/cases/op_case.h"
#include "sdk/verify/golden/golden.h"

namespace opdk::cli {

struct TargetOptions {
  std::vector<std::string> plugin_dirs;
  std::vector<std::string> case_paths;
  BuildRequest build;
  bool no_build = false;
  std::string state;  // "": .opdk of the package, or of the current directory
};
void AddTargetOptions(CLI::App& command, TargetOptions& options);

struct PackageTarget {
  std::vector<std::string> plugin_dirs;
  std::vector<std::string> case_paths;
  std::string state;  // the directory of the corpus and of kept failures
  verify::Bench bench;
};
// The package of the directory, built and loaded, or what --plugins names.
Result<PackageTarget> OpenTarget(TargetOptions options);
// The same directory, without building or loading anything.
std::string StateDirectory(const TargetOptions& options);

// The cases of the target's case files.
Result<std::vector<verify::OpCase>> CasesOf(const PackageTarget& target);
// The operators that are named, or all of the target's own packages. E2002 with "did you mean"; E3001.
Result<std::vector<std::string>> OperatorsOf(const PackageTarget& target, const std::vector<std::string>& named);

}  // namespace opdk::cli
