#include "sdk/tools/cli/package_here.h"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>

#include "opdk/safe_text.h"
#include "sdk/tools/package/package_build.h"

namespace opdk::cli {

std::vector<std::string> PackagePlaces(const std::vector<std::string>& named) {
  if (!named.empty()) return named;
  const auto root = FindAuthorsPackage(".");
  if (!root.ok()) return {};
  BuildRequest build;
  build.root = *root;
  const auto built = ReadBuiltPackages(BuildDirectory(build));
  if (!built.ok()) return {};
  std::vector<std::string> libraries;
  for (const BuiltPackage& package : *built) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(package.library, error)) continue;
    libraries.push_back(package.library);
    fmt::print(stderr, "note: with this folder's package, {}\n", SafeLine(package.library));
  }
  return libraries;
}

}  // namespace opdk::cli
