#include "sdk/tools/verify/suite/search_target.h"

#include <fmt/format.h>

#include <algorithm>

namespace opdk::verify {

std::string StateDirectory(const SearchTargetOptions& options) {
  if (!options.state.empty()) return options.state;
  const auto root = FindAuthorsPackage(options.build.root);
  return root.ok() && options.plugin_dirs.empty() ? *root + "/.opdk" : std::string(".opdk");
}

Status BuildForCoverage(SearchTargetOptions& target) {
  if (!target.plugin_dirs.empty()) {
    return Status(ErrorCode::kUsage, "--coverage rebuilds the package, --plugins takes a library as it is")
        .Hint("leave one of them out, or compile the library with -fsanitize-coverage=trace-pc");
  }
  OPDK_TRY(target.build.root, FindPackageRoot(target.build.root));
  target.build.directory = BuildDirectory(target.build) + "-coverage";
  target.build.definitions.emplace_back("CMAKE_CXX_FLAGS=-fsanitize-coverage=trace-pc");
  // CMake's own trial programs lack the callback.
  target.build.definitions.emplace_back("CMAKE_EXE_LINKER_FLAGS=-Wl,-z,undefs");
  // At the end of the link line, behind the package's own --no-undefined: the executable has the callback.
  target.build.definitions.emplace_back("CMAKE_CXX_STANDARD_LIBRARIES=-Wl,-z,undefs");
  return Status();
}

Result<TestTarget> FindSearchTarget(const SearchTargetOptions& options) {
  const bool nothing_named = options.plugin_dirs.empty() && options.build.root == ".";
  if (!nothing_named || FindAuthorsPackage(options.build.root).ok()) return FindTarget(options);
  TestTarget target;
  target.case_paths = options.case_paths;
  return target;
}

Result<std::vector<std::string>> OperatorsOf(const TestHarness& harness, const std::vector<std::string>& named) {
  const std::vector<std::string> known = harness.packages->OperatorTypes();
  for (const std::string& op : named) {
    if (std::find(known.begin(), known.end(), op) != known.end()) continue;
    const std::string near = Nearest(op, known);
    return Status(ErrorCode::kOperatorUnknown, fmt::format("no package has operator '{}'{}", op,
                                                           near.empty() ? "" : fmt::format("; did you mean {}?", near)))
        .Hint("opdk list shows the operators");
  }
  if (!named.empty()) return named;
  std::vector<std::string> operators;
  for (const std::string& op : known) {
    const auto& providers = harness.packages->Providers(op);
    if (!providers.empty() && !providers[0].package->builtin && providers[0].info != nullptr) operators.push_back(op);
  }
  if (operators.empty()) {
    return Status(ErrorCode::kNothingSelected, "neither a package with kernels nor an operator is named")
        .Hint("name an operator, or --package DIR, or --plugins DIR");
  }
  return operators;
}

}  // namespace opdk::verify
