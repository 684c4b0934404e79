#include "sdk/cli/search/package_target.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <utility>

#include "sdk/cli/model_options.h"

namespace opdk::cli {

void AddTargetOptions(CLI::App& command, TargetOptions& options) {
  options.build.root = ".";
  AddPluginsOption(command, options.plugin_dirs);
  command.add_option("--cases", options.case_paths,
                     "a case file or a directory of them (default: tests/op of the package)");
  command.add_option("--package", options.build.root, "the package, or any directory in it (default: this one)");
  command.add_option("--build-dir", options.build.directory, "where the package is built (default: build in it)");
  command.add_option("--state", options.state, "where failures and corpus are kept (default: .opdk in the package)")
      ->type_name("DIR");
  command.add_flag("--no-build", options.no_build, "take what the last build made");
}

std::string StateDirectory(const TargetOptions& options) {
  if (!options.state.empty()) return options.state;
  const auto root = FindPackageRoot(options.build.root);
  return root.ok() ? *root + "/.opdk" : std::string(".opdk");
}

Result<PackageTarget> OpenTarget(TargetOptions options) {
  PackageTarget target;
  target.plugin_dirs = options.plugin_dirs;
  target.case_paths = options.case_paths;
  target.state = StateDirectory(options);
  const auto root = FindPackageRoot(options.build.root);
  // Elsewhere the built-in operators can be named.
  if (!root.ok() && options.build.root != ".") return root.status();
  if (options.plugin_dirs.empty() && root.ok()) {
    options.build.root = *root;
    if (options.build.directory.empty()) options.build.directory = options.build.root + "/build";
    std::vector<BuiltPackage> packages;
    if (options.no_build) {
      OPDK_TRY(packages, ReadBuiltPackages(options.build.directory));
    } else {
      OPDK_TRY(packages, BuildPackage(options.build));
    }
    for (const BuiltPackage& package : packages) {
      target.plugin_dirs.push_back(package.library);
      if (options.case_paths.empty()) target.case_paths.push_back(package.root + "/tests/op");
    }
  }
  OPDK_TRY(target.bench.packages, LoadPackages(target.plugin_dirs));
  OPDK_TRY(target.bench.engines, MakeEngines());
  return target;
}

Result<std::vector<verify::OpCase>> CasesOf(const PackageTarget& target) {
  std::vector<verify::OpCase> cases;
  for (const std::string& path : target.case_paths) {
    std::error_code error;
    std::vector<std::string> files = {path};
    if (std::filesystem::is_directory(path, error)) files = verify::CaseFilesIn(path);
    // A package needs no cases; a file that was named must be there.
    if (!std::filesystem::exists(path, error) && path.ends_with("/tests/op")) continue;
    for (const std::string& file : files) {
      OPDK_TRY(auto more, verify::ReadCaseFile(file));
      std::move(more.begin(), more.end(), std::back_inserter(cases));
    }
  }
  return cases;
}

Result<std::vector<std::string>> OperatorsOf(const PackageTarget& target, const std::vector<std::string>& named) {
  const std::vector<std::string> known = target.bench.packages->OperatorTypes();
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
    const auto& providers = target.bench.packages->Providers(op);
    if (!providers.empty() && !providers[0].package->builtin && providers[0].info != nullptr) operators.push_back(op);
  }
  if (operators.empty()) {
    return Status(ErrorCode::kNothingSelected, "neither a package with kernels nor an operator is named")
        .Hint("name an operator, or --package DIR, or --plugins DIR");
  }
  return operators;
}

}  // namespace opdk::cli
