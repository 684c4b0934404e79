#include "sdk/tools/cli/package_here.h"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <utility>

#include "opdk/safe_text.h"

namespace opdk::cli {

std::vector<BuiltPackage> PackagesHere() {
  const auto root = FindAuthorsPackage(".");
  if (!root.ok()) return {};
  BuildRequest build;
  build.root = *root;
  auto built = ReadBuiltPackages(BuildDirectory(build));
  if (!built.ok()) return {};
  std::erase_if(*built, [](const BuiltPackage& package) {
    std::error_code error;
    return !std::filesystem::is_regular_file(package.library, error);
  });
  return *std::move(built);
}

std::vector<std::string> PackagePlaces(const std::vector<std::string>& named) {
  if (!named.empty()) return named;
  std::vector<std::string> libraries;
  for (const BuiltPackage& package : PackagesHere()) {
    libraries.push_back(package.library);
    fmt::print(stderr, "note: with this folder's package, {}\n", SafeLine(package.library));
  }
  return libraries;
}

}  // namespace opdk::cli
