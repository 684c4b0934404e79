#include "sdk/tools/package/packing.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "graph_core/base/file.h"
#include "graph_core/base/json_reading.h"
#include "graph_core/package/library_records.h"
#include "sdk/tools/package/library_description.h"
#include "sdk/tools/package/package_build.h"

namespace opdk {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> FilesIn(const fs::path& directory, const std::string& extension) {
  std::vector<std::string> files;
  std::error_code error;
  for (fs::directory_iterator entry(directory, error), end; !error && entry != end; entry.increment(error)) {
    if (entry->path().extension() == extension && entry->is_regular_file()) files.push_back(entry->path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

// Returns the libraries that the build's descriptions name.
Result<std::vector<std::string>> DescribedLibraries(const fs::path& root) {
  std::vector<std::string> libraries;
  for (const std::string& description : FilesIn(root / "build" / "opdk", ".json")) {
    OPDK_TRY(const std::string text, ReadFile(description, kTextFile));
    const auto json = ParseJson(text);
    if (!json.is_object() || !json.contains("library") || !json["library"].is_string()) {
      return Status(ErrorCode::kFileNotFound, "not a build's description of a package: it has no 'library'")
          .At(description)
          .Hint("configure the build again");
    }
    libraries.push_back(json["library"].get<std::string>());
  }
  return libraries;
}

// Returns the package's root if `named` is a directory of its source tree, else `named`.
std::string PackageOf(const std::string& named) {
  std::error_code error;
  if (!fs::is_directory(named, error)) return named;
  const auto root = FindPackageRoot(named);
  return root.ok() ? *root : named;
}

Result<std::string> FindLibrary(const std::string& what) {
  std::error_code error;
  if (fs::is_regular_file(what, error)) return what;
  if (!fs::is_directory(what, error)) {
    return Status(ErrorCode::kFileNotFound, fmt::format("'{}' is neither a package's directory nor a library", what))
        .Hint("opdk pack DIR, where DIR/CMakeLists.txt calls opdk_add_operator_package(), or opdk pack libNAME.so");
  }
  OPDK_TRY(std::vector<std::string> libraries, DescribedLibraries(what));
  for (const char* place : {"build/plugins", "build/lib", "build"}) {
    if (libraries.empty()) libraries = FilesIn(fs::path(what) / place, ".so");
  }
  if (libraries.size() > 1) {
    return Status(ErrorCode::kUsage,
                  fmt::format("several packages are built in {}: {}", what, fmt::join(libraries, ", ")))
        .Hint("name one of these libraries");
  }
  if (!libraries.empty() && fs::is_regular_file(libraries.front(), error)) return libraries.front();
  return Status(ErrorCode::kFileNotFound, fmt::format("no built library is in {}", what))
      .At(fmt::format("looked for {0}/build/opdk/*.json, {0}/build/plugins/*.so, {0}/build/lib/*.so, {0}/build/*.so",
                      what))
      .Hint("build the package first");
}

bool IsDocument(const std::string& name) {
  return name.starts_with("README") || name.starts_with("LICENSE") || name.starts_with("CHANGELOG");
}

std::vector<PackedFile> Documents(const fs::path& root) {
  std::vector<PackedFile> files;
  std::error_code error, ignored;
  for (fs::directory_iterator entry(root, error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (IsDocument(name) && entry->is_regular_file(ignored)) files.push_back({name, entry->path().string()});
  }
  for (fs::recursive_directory_iterator entry(root / "docs", error), end; !error && entry != end;
       entry.increment(error)) {
    if (!entry->is_regular_file(ignored)) continue;
    files.push_back({entry->path().lexically_relative(root).generic_string(), entry->path().string()});
  }
  return files;
}

}  // namespace

Result<Packing> DescribePackage(const std::string& named) {
  const std::string what = PackageOf(named);
  Packing packing;
  OPDK_TRY(packing.library, FindLibrary(what));
  auto described = DescribeLibrary(packing.library, packing.notes);
  if (!described.ok()) return std::move(described).status().At(packing.library);
  packing.manifest = *std::move(described);
  for (const std::string* word : {&packing.manifest.name, &packing.manifest.vendor, &packing.manifest.version}) {
    if (IsPlainWord(*word)) continue;
    return Status(ErrorCode::kPackageInvalid, fmt::format("'{}' can't be a package's name, vendor or version: letters, "
                                                          "digits and _ + - . ~ are allowed",
                                                          *word))
        .At(packing.library)
        .Hint("they stand in opdk_add_operator_package()");
  }
  std::error_code error;
  if (fs::is_directory(what, error)) packing.files = Documents(what);
  packing.files.push_back({packing.manifest.library, packing.library});
  std::sort(packing.files.begin(), packing.files.end(),
            [](const PackedFile& a, const PackedFile& b) { return a.path < b.path; });
  const LibraryRecords no_records{fs::path()};
  for (const PackedFile& file : packing.files) {
    OPDK_TRY(std::string hash, no_records.ContentHash(file.source));
    packing.manifest.files.push_back({file.path, fs::file_size(file.source, error), std::move(hash)});
  }
  // The archive's reader must accept the manifest.
  OPDK_TRY(ParseManifest(FormatManifest(packing.manifest), what).status());
  return packing;
}

}  // namespace opdk
