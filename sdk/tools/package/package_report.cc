#include "sdk/tools/package/package_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "graph_core/base/cache_root.h"
#include "graph_core/base/json_reading.h"
#include "graph_core/base/status_json.h"
#include "graph_core/base/trust.h"
#include "graph_core/package/library_records.h"
#include "graph_core/package/signature.h"
#include "sdk/tools/package/archive.h"
#include "sdk/tools/package/installing.h"
#include "sdk/tools/package/library_description.h"

namespace opdk {
namespace {

namespace fs = std::filesystem;

void CheckTrust(PackageReport& report, const std::string& path) {
  Status status = TrustCheck().Check(path);
  report.trust = status.ok() ? "only root and you can write to it" : status.message();
}

void TakeSignature(PackageReport& report) {
  auto verdict = CheckSignature(report.manifest, EnvironmentRequiresSignature());
  if (verdict.ok()) {
    report.signature = verdict->text;
    return;
  }
  report.signature = verdict.status().message();
  report.problems.push_back(std::move(verdict).status().At(report.path));
}

void CheckFiles(PackageReport& report, const std::string& directory) {
  const LibraryRecords records;
  std::vector<std::string> changed;
  for (const ManifestFile& file : report.manifest.files) {
    const auto hash = records.ContentHash(directory + "/" + file.path);
    if (!hash.ok() || *hash != file.sha256) changed.push_back(file.path);
  }
  report.hashes = fmt::format("all {} match the manifest", report.manifest.files.size());
  if (changed.empty()) return;
  report.hashes = fmt::format("{} changed since the package was packed", fmt::join(changed, ", "));
  report.problems.push_back(
      Status(ErrorCode::kArchiveInvalid, report.hashes).At(directory).Hint("install the archive again with --force"));
}

// Finds the package that provides each operator when this plugin directory counts.
void FindWinners(PackageReport& report, const std::string& plugin_dir) {
  PackageOptions options;
  options.plugin_dirs = {plugin_dir};
  const auto packages = PackageRegistry::Load(options);
  if (!packages.ok()) return;
  for (const ManifestOperator& op : report.manifest.operators) {
    const OperatorProvider* winner = (*packages)->Prototype(op.type);
    if (winner == nullptr) continue;
    report.winners[op.type] = fmt::format("{} {}", winner->package->name, winner->package->version);
  }
}

Result<PackageReport> ReportInstalled(const std::string& what, const std::string& plugin_dir) {
  OPDK_TRY(const PackageName wanted, ParsePackageName(what));
  OPDK_TRY(const auto found, Select(plugin_dir, wanted));
  const auto active = std::find_if(found.begin(), found.end(), [](const InstalledVersion& v) { return v.active; });
  const InstalledVersion& chosen = active == found.end() ? found.front() : *active;
  PackageReport report;
  report.kind = "installed";
  report.path = chosen.directory;
  report.state = chosen.active ? "active" : "disabled";
  OPDK_TRY(report.manifest, ReadManifest(chosen.manifest()));
  OPDK_TRY(const auto versions, Select(plugin_dir, {wanted.name, ""}));
  for (const InstalledVersion& version : versions) {
    report.versions.push_back(version.version + (version.active ? " (active)" : ""));
  }
  CheckFiles(report, chosen.directory);
  TakeSignature(report);
  CheckTrust(report, chosen.library());
  if (Status host = CheckHost(report.manifest); !host.ok()) report.problems.push_back(std::move(host).At(report.path));
  if (report.problems.empty()) FindWinners(report, plugin_dir);
  return report;
}

Result<PackageReport> ReportFile(const std::string& path) {
  PackageReport report;
  report.path = path;
  if (path.ends_with(".so")) {
    report.kind = "library";
    auto described = DescribeLibrary(path, report.problems);
    if (!described.ok()) return std::move(described).status().At(path);
    report.manifest = *std::move(described);
    OPDK_TRY(const std::string hash, LibraryRecords().ContentHash(path));
    std::error_code error;
    report.manifest.files = {{fs::path(path).filename().string(), fs::file_size(path, error), hash}};
    report.hashes = "no manifest to compare with";
    report.signature = "not signed: only packed packages are";
    report.problems.clear();  // the library has loaded, so a trial that couldn't be made doesn't matter
    CheckTrust(report, path);
    return report;
  }
  report.kind = "archive";
  OPDK_TRY(report.manifest, ReadArchive(path));
  report.hashes = fmt::format("all {} match the manifest", report.manifest.files.size());
  TakeSignature(report);
  if (Status host = CheckHost(report.manifest); !host.ok()) report.problems.push_back(std::move(host).At(path));
  return report;
}

}  // namespace

Result<PackageReport> ReportPackage(const std::string& what, const std::string& plugin_dir) {
  std::error_code error;
  if (fs::exists(what, error) && (what.find('/') != std::string::npos || fs::is_regular_file(what, error))) {
    return ReportFile(what);
  }
  if (what.ends_with(".opdk") || what.ends_with(".so") || what.find('/') != std::string::npos) {
    return Status(ErrorCode::kFileNotFound, fmt::format("there is no file '{}'", what));
  }
  return ReportInstalled(what, plugin_dir);
}

nlohmann::json ToJson(const PackageReport& report) {
  nlohmann::json json = ParseJson(FormatManifest(report.manifest));
  json["kind"] = report.kind;
  json["path"] = report.path;
  json["state"] = report.state;
  json["signature_check"] = report.signature;
  json["hash_check"] = report.hashes;
  json["trust_check"] = report.trust;
  json["versions"] = report.versions;
  json["winners"] = report.winners;
  json["problems"] = nlohmann::json::array();
  for (const Status& problem : report.problems) json["problems"].push_back(opdk::ToJson(problem));
  return json;
}

std::string SignatureOf(const Package& package) {
  const fs::path manifest = fs::path(package.path).parent_path() / kManifestName;
  std::error_code error;
  if (!fs::exists(manifest, error)) return "";
  const auto read = ReadManifest(manifest.string());
  if (!read.ok()) return read.status().message();
  const auto verdict = CheckSignature(*read, false);
  return verdict.ok() ? verdict->text : verdict.status().message();
}

}  // namespace opdk
