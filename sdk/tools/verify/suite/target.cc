#include "sdk/tools/verify/suite/target.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iterator>

#include "sdk/tools/model/open_model.h"
#include "sdk/tools/package/sanitizer.h"
#include "sdk/tools/verify/golden/python_process.h"

namespace opdk::verify {
namespace {

namespace fs = std::filesystem;

std::string Absolute(const std::string& path) {
  std::error_code error;
  const fs::path absolute = fs::canonical(path, error);
  return error ? path : absolute.string();
}

// Returns in a process that can load libraries with this sanitizer, after building the package.
Status EnterSanitizer(const std::string& sanitizer, BuildRequest& build, bool& no_build) {
  AddSanitizer(sanitizer, build);
  if (!RunsWithSanitizer(sanitizer)) {
    if (!no_build) {
      OPDK_TRY(BuildPackage(build));
    }
    return RestartWithSanitizer(sanitizer, build.directory);
  }
  no_build = true;
  return Status();
}

}  // namespace

Result<TestTarget> FindTarget(const TargetOptions& options) {
  TestTarget target;
  target.plugin_dirs = options.plugin_dirs;
  target.case_paths = options.case_paths;
  for (const std::string& directory : options.plugin_dirs) {
    target.options.insert(target.options.end(), {"--plugins", Absolute(directory)});
  }
  if (!options.plugin_dirs.empty() && !options.sanitizer.empty()) {
    return Status(ErrorCode::kUsage, "a sanitizer needs the package's source, --plugins names built ones")
        .Hint("--package DIR in place of --plugins");
  }
  if (!options.plugin_dirs.empty()) return target;
  BuildRequest build = options.build;
  OPDK_TRY(build.root, FindPackageRoot(build.root));
  bool no_build = options.no_build;
  if (!options.sanitizer.empty()) {
    OPDK_TRY(EnterSanitizer(options.sanitizer, build, no_build));
  }
  const std::string directory = BuildDirectory(build);
  std::vector<BuiltPackage> packages;
  if (no_build) {
    OPDK_TRY(packages, ReadBuiltPackages(directory));
  } else {
    OPDK_TRY(packages, BuildPackage(build));
  }
  target.options = {"--package", Absolute(build.root)};
  if (!options.sanitizer.empty()) target.options.push_back("--" + options.sanitizer);
  if (!options.build.directory.empty())
    target.options.insert(target.options.end(), {"--build-dir", Absolute(directory)});
  target.log = directory + "/opdk/last_test.jsonl";
  target.state = Absolute(build.root) + "/.opdk";
  for (const BuiltPackage& package : packages) {
    target.plugin_dirs.push_back(package.library);
    const std::string cases = package.root + "/tests/op";
    std::error_code error;
    if (options.case_paths.empty() && fs::is_directory(cases, error)) target.case_paths.push_back(cases);
  }
  target.built = std::move(packages);
  return target;
}

Result<TestHarness> LoadHarness(const TestTarget& target) {
  TestHarness harness;
  OPDK_TRY(harness.packages, LoadPackages(target.plugin_dirs));
  KeepSanitizerFromChildren();
  OPDK_TRY(harness.engines, MakeEngines());
  harness.references = References(target.case_paths);
  return harness;
}

void StartPython(const std::vector<OpCase>& cases, TestHarness& harness) {
  const auto judged_by_python = [&](const OpCase& op_case) {
    return op_case.golden ? op_case.golden->has_files : !op_case.expect && !harness.references.Of(op_case.op).empty();
  };
  const auto found = std::find_if(cases.begin(), cases.end(), judged_by_python);
  if (found == cases.end()) return;
  auto started = PythonServer::Start();
  if (started.ok()) {
    harness.python = *std::move(started);
    return;
  }
  // A case's own golden in Python fails when the case runs. References are dropped, so that other goldens can judge.
  const std::string reference = harness.references.Of(found->op);
  if (reference.empty()) return;
  fmt::print(stderr, "note: {} and what else is a reference in Python isn't asked: {}\n", reference,
             started.status().ToString());
  harness.references = References();
}

Result<std::vector<OpCase>> ReadCaseFiles(const TestTarget& target) {
  std::vector<OpCase> cases;
  for (const std::string& path : target.case_paths) {
    std::error_code error;
    std::vector<std::string> files = {path};
    if (fs::is_directory(path, error)) files = CaseFilesIn(path);
    for (const std::string& file : files) {
      OPDK_TRY(auto more, ReadCaseFile(file));
      std::move(more.begin(), more.end(), std::back_inserter(cases));
    }
  }
  return cases;
}

}  // namespace opdk::verify
