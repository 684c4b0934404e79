#include "graph_core/loading/used_packages.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <utility>

#include "graph_core/base/cache_root.h"
#include "graph_core/base/file.h"
#include "graph_core/base/sha256.h"
#include "graph_core/base/trust.h"
#include "graph_core/package/library_records.h"
#include "graph_core/package/placed_node.h"
#include "opdk/output_file.h"

namespace opdk {
namespace {

namespace fs = std::filesystem;

void Collect(const Graph& graph, std::set<std::string>& names) {
  for (const Node* node : graph.nodes()) {
    if (!node->placement().package.empty()) names.insert(node->placement().package);
    for (const Region& region : node->regions()) Collect(*region.graph, names);
  }
}

const Package* Find(const PackageRegistry& packages, std::string_view name) {
  for (const std::unique_ptr<Package>& package : packages.packages()) {
    if (package->name == name) return package.get();
  }
  return nullptr;
}

Result<std::string> HashOf(const Package& package) {
  return package.builtin ? std::string() : LibraryRecords().ContentHash(package.path);
}

bool IsThere(const UsedPackage& used, const PackageRegistry& packages) {
  return CheckUsedPackages({&used, 1}, packages).ok();
}

// Writes the library to the cache directory, below its hash, and returns its path. Equal libraries are one file.
Result<std::string> WriteLibrary(const UsedPackage& package) {
  if (package.sha256 != Sha256(package.library) || package.name.find('/') != std::string::npos) {
    return Status(ErrorCode::kModelInvalid,
                  fmt::format("the package {} that it brings along was changed", package.name));
  }
  const fs::path root = DefaultCacheRoot();
  if (root.empty()) {
    return Status(ErrorCode::kFileNotFound, "there is no place for the packages that an offline model brings along")
        .Hint("set OPDK_CACHE_DIR");
  }
  const fs::path directory = root / "embedded" / package.sha256;
  std::error_code error;
  fs::create_directories(directory, error);
  if (error)
    return Status(ErrorCode::kWriteFailed, fmt::format("can't make {}: {}", directory.string(), error.message()));
  fs::permissions(directory, fs::perms::owner_all, error);
  OPDK_TRY(TrustCheck().Check(directory.string()));
  const std::string path = (directory / fmt::format("lib{}.so", package.name)).string();
  if (const auto there = ReadFile(path, kLibraryFile); there.ok() && Sha256(*there) == package.sha256) return path;
  OPDK_TRY(WriteFile(path, package.library, kCacheFile));
  return path;
}

}  // namespace

Result<std::vector<UsedPackage>> UsedPackages(std::span<const Graph* const> graphs, const PackageRegistry& packages,
                                              bool embeds) {
  std::set<std::string> names;
  for (const Graph* graph : graphs) Collect(*graph, names);
  std::vector<UsedPackage> used;
  for (const std::string& name : names) {
    const Package* package = Find(packages, name);
    if (package == nullptr) return PackageIsMissing(name, packages);
    UsedPackage& row = used.emplace_back();
    row.name = name;
    row.version = package->version;
    OPDK_TRY(row.sha256, HashOf(*package));
    if (!embeds || package->builtin) continue;
    OPDK_TRY(row.library, ReadFile(package->path, kLibraryFile));
  }
  return used;
}

Status CheckUsedPackages(std::span<const UsedPackage> used, const PackageRegistry& packages) {
  for (const UsedPackage& needed : used) {
    const Package* package = Find(packages, needed.name);
    if (package == nullptr) return PackageIsMissing(fmt::format("{} {}", needed.name, needed.version), packages);
    OPDK_TRY(const std::string hash, HashOf(*package));
    if (hash == needed.sha256 && package->version == needed.version) continue;
    return Status(ErrorCode::kArchiveInvalid,
                  fmt::format("the model was made with the operator package {} {}, and {} has another one{}",
                              needed.name, needed.version, package->path,
                              package->version == needed.version ? " of the same version" : ": " + package->version))
        .Hint("compile the model again, or give it the package that it was made with");
  }
  return Status();
}

Result<std::shared_ptr<const PackageRegistry>> WithEmbedded(std::string_view offline_model,
                                                            std::shared_ptr<const PackageRegistry> packages) {
  OPDK_TRY(const std::vector<UsedPackage> used, ReadUsedPackages(offline_model));
  PackageOptions options{{}, false, false};
  for (const UsedPackage& package : used) {
    if (package.library.empty() || IsThere(package, *packages)) continue;
    OPDK_TRY(options.plugin_dirs.emplace_back(), WriteLibrary(package));
  }
  if (options.plugin_dirs.empty()) return packages;
  for (const std::unique_ptr<Package>& package : packages->packages()) {
    const auto brought = [&](const UsedPackage& each) { return each.name == package->name && !each.library.empty(); };
    if (package->builtin) {
      options.use_builtin = true;
    } else if (std::none_of(used.begin(), used.end(), brought)) {
      options.plugin_dirs.push_back(package->path);
    }
  }
  OPDK_TRY(std::shared_ptr<PackageRegistry> more, PackageRegistry::Load(options));
  return std::shared_ptr<const PackageRegistry>(std::move(more));
}

}  // namespace opdk
