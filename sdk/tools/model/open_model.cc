#include "sdk/tools/model/open_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "graph_core/base/limits.h"
#include "graph_core/ir/from_operators.h"
#include "opdk/safe_text.h"
#include "sdk/tools/model/air_file.h"

namespace opdk {

namespace {

// Returns whether `named` names the library at `path` itself. Such a library must load; other libraries of a directory
// need not.
bool IsNamed(const std::string& path, const std::vector<std::string>& named) {
  std::error_code error;
  return std::any_of(named.begin(), named.end(), [&](const std::string& each) {
    return std::filesystem::is_regular_file(each, error) && std::filesystem::equivalent(each, path, error);
  });
}

}  // namespace

Result<std::shared_ptr<PackageRegistry>> LoadPackages(const std::vector<std::string>& plugin_dirs) {
  OPDK_TRY(CheckLimitVariables());
  PackageOptions options;
  options.plugin_dirs = plugin_dirs;
  OPDK_TRY(auto packages, PackageRegistry::Load(options));
  for (const RejectedPackage& rejected : packages->rejected()) {
    if (IsNamed(rejected.path, plugin_dirs)) {
      Status reason = rejected.reason;
      return std::move(reason).At(rejected.path);
    }
    const std::vector<std::string>& places = rejected.reason.places();
    fmt::print(stderr, "note: {} was not loaded: {} {}{}\n", SafeLine(rejected.path), ToString(rejected.reason.code()),
               SafeLine(rejected.reason.message()),
               places.empty() ? "" : fmt::format(" (at {})", SafeLine(places.front())));
  }
  PackageRegistry::SetCurrent(packages);
  return packages;
}

Result<Graph> ReadModel(const ParseRequest& request, const PackageRegistry& packages) {
  const std::string path = request.files.empty() ? std::string() : request.files.front();
  // Framework 1 has two kinds of files: GE's own and MindIR, which its plugin reads.
  const bool is_air = request.framework ? *request.framework == domi::MINDSPORE && !path.ends_with(".mindir")
                                        : path.ends_with(kAirSuffix);
  if (is_air) {
    if (request.files.size() == 1) return ReadAir(path);
    return Status(ErrorCode::kUsage,
                  fmt::format("{} files are given; a graph in GE's form is one", request.files.size()));
  }
  OPDK_TRY(ParseResult parsed, packages.ParseModel(request));
  for (const std::string& warning : parsed.warnings) fmt::print(stderr, "warning: {}\n", SafeLine(warning));
  if (!parsed.report.empty()) fmt::print(stderr, "{}", SafeLines(parsed.report, ""));
  auto graph = FromOperators(std::move(parsed.graph));
  if (!graph.ok()) return std::move(graph).status().At(path);
  return graph;
}

Result<Graph> ReadModel(const std::string& path, const PackageRegistry& packages) {
  return ReadModel(ParseRequest{{path}, {}, {}}, packages);
}

}  // namespace opdk
