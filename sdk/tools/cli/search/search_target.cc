#include "sdk/tools/cli/search/search_target.h"

#include <fmt/format.h>

#include <algorithm>

namespace opdk::cli {

void AddSearchTargetOptions(CLI::App& command, SearchTargetOptions& options) {
  AddTargetOptions(command, options);
  command.add_option("--state", options.state, "where failures and corpus are kept (default: .opdk in the package)")
      ->type_name("DIR");
}

std::string StateDirectory(const SearchTargetOptions& options) {
  if (!options.state.empty()) return options.state;
  const auto root = FindAuthorsPackage(options.build.root);
  return root.ok() && options.plugin_dirs.empty() ? *root + "/.opdk" : std::string(".opdk");
}

Result<TestTarget> FindSearchTarget(const SearchTargetOptions& options) {
  const bool nothing_named = options.plugin_dirs.empty() && options.build.root == ".";
  if (!nothing_named || FindAuthorsPackage(options.build.root).ok()) return FindTarget(options);
  TestTarget target;
  target.case_paths = options.case_paths;
  return target;
}

Result<std::vector<std::string>> OperatorsOf(const verify::Bench& bench, const std::vector<std::string>& named) {
  const std::vector<std::string> known = bench.packages->OperatorTypes();
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
    const auto& providers = bench.packages->Providers(op);
    if (!providers.empty() && !providers[0].package->builtin && providers[0].info != nullptr) operators.push_back(op);
  }
  if (operators.empty()) {
    return Status(ErrorCode::kNothingSelected, "neither a package with kernels nor an operator is named")
        .Hint("name an operator, or --package DIR, or --plugins DIR");
  }
  return operators;
}

}  // namespace opdk::cli
