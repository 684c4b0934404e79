#include "sdk/tools/package/installing.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

#include "graph_core/base/temporary_directory.h"
#include "graph_core/package/admission.h"
#include "graph_core/package/plugin_dirs.h"
#include "sdk/tools/package/archive.h"
#include "sdk/tools/package/durable.h"
#include "sdk/tools/package/library_description.h"

namespace opdk {
namespace {

namespace fs = std::filesystem;

constexpr const char* kTemporary = ".tmp-";

Status Failed(const std::string& what) {
  return Status(ErrorCode::kFileNotFound, fmt::format("can't {}: {}", what, std::strerror(errno)));
}

// Makes a directory beside the packages that readers pass over.
Result<TemporaryDirectory> MakeScratch(const std::string& plugin_dir) {
  TemporaryDirectory scratch(plugin_dir + "/" + kTemporary);
  if (scratch.path().empty() || chmod(scratch.path().c_str(), 0755) != 0) {
    return Failed("create a directory in " + plugin_dir);
  }
  return scratch;
}

// Removes files of an opdk that was killed here. The caller holds the lock.
void RemoveLeftovers(const std::string& plugin_dir) {
  std::error_code error, ignored;
  for (fs::directory_iterator entry(plugin_dir, error), end; !error && entry != end; entry.increment(error)) {
    if (entry->path().filename().string().starts_with(kTemporary)) fs::remove_all(entry->path(), ignored);
  }
}

Status MakeDirectory(const std::string& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) return Status(ErrorCode::kWriteFailed, fmt::format("can't create {}: {}", path, error.message()));
  return Status();
}

// Checks that the library in `directory` loads and is the one that its manifest describes.
Status CheckContents(const std::string& directory, const Manifest& manifest, std::vector<Status>& notes) {
  OPDK_TRY(const Manifest found, DescribeLibrary(directory + "/" + manifest.library, notes));
  const auto types = [](const Manifest& of) {
    std::vector<std::string> names;
    for (const ManifestOperator& op : of.operators) names.push_back(op.type);
    std::sort(names.begin(), names.end());
    return names;
  };
  if (found.name == manifest.name && found.vendor == manifest.vendor && found.version == manifest.version &&
      types(found) == types(manifest)) {
    return Status();
  }
  return Status(ErrorCode::kArchiveInvalid,
                fmt::format("its library is {}/{} {} with the operators {}, its manifest says {}/{} {} with {}",
                            found.vendor, found.name, found.version, fmt::join(types(found), ", "), manifest.vendor,
                            manifest.name, manifest.version, fmt::join(types(manifest), ", ")))
      .Hint("pack the library again with opdk pack");
}

// Returns true if the installed version is this very package and whole; false if there is none. Any other state is an
// error, which --force overrides.
Result<bool> IsAlreadyThere(const InstallRequest& request, const InstalledVersion& place, const Manifest& manifest) {
  std::error_code error;
  for (const InstalledVersion& other : FindInstalled(request.plugin_dir)) {
    if (other.name != manifest.name) continue;
    const auto installed = ReadManifest(other.manifest());
    if (!installed.ok() || installed->vendor == manifest.vendor) continue;
    return Status(ErrorCode::kPackageInvalid,
                  fmt::format("{} of another vendor ('{}', this one is of '{}') is installed in {}", manifest.name,
                              installed->vendor, manifest.vendor, other.directory))
        .Hint(fmt::format("opdk uninstall {} first, or install into another --dir", manifest.name));
  }
  if (!fs::exists(place.directory, error)) return false;
  if (request.force) return false;
  const auto installed = ReadManifest(place.manifest());
  if (installed.ok() && SignedBytes(*installed) == SignedBytes(manifest)) {
    const auto hash = LibraryRecords().ContentHash(place.library());
    if (hash.ok() && CheckLibraryHash(manifest, *hash).ok()) return true;
    return Status(ErrorCode::kArchiveInvalid,
                  fmt::format("{} {} is installed, but its files were changed since", place.name, place.version))
        .At(place.directory)
        .Hint("--force puts the archive's files there");
  }
  return Status(ErrorCode::kPackageInvalid,
                fmt::format("another {} {} is installed already", place.name, place.version))
      .At(place.directory)
      .Hint("give the new one another VERSION, or replace it with --force");
}

// Renames `unpacked` to `place`. A previous `place` ends up in `unpacked`.
Status PutInPlace(const std::string& unpacked, const std::string& place) {
  if (renameat2(AT_FDCWD, unpacked.c_str(), AT_FDCWD, place.c_str(), RENAME_NOREPLACE) == 0) {
    return SyncDirectory(fs::path(place).parent_path().string());
  }
  if (errno == EINVAL) return RenameDurably(unpacked, place);  // an old file system; the place is known to be free
  if (errno != EEXIST) return Failed(fmt::format("rename {} to {}", unpacked, place));
  if (renameat2(AT_FDCWD, unpacked.c_str(), AT_FDCWD, place.c_str(), RENAME_EXCHANGE) != 0) {
    return Failed(fmt::format("exchange {} with {}", unpacked, place)).Hint("uninstall that version first");
  }
  return SyncDirectory(fs::path(place).parent_path().string());
}

Status SetActive(const InstalledVersion& version) {
  const fs::path package = fs::path(version.directory).parent_path();
  const std::string link = (package / kActiveLink).string(), fresh = (package / ".active-new").string();
  unlink(fresh.c_str());
  if (symlink(version.version.c_str(), fresh.c_str()) != 0) return Failed("create " + fresh);
  return RenameDurably(fresh, link);
}

Status RemoveActive(const std::string& plugin_dir, const std::string& name) {
  const std::string package = plugin_dir + "/" + name;
  if (unlink((package + "/" + kActiveLink).c_str()) != 0 && errno != ENOENT) {
    return Failed(fmt::format("remove {}/{}", package, kActiveLink));
  }
  return SyncDirectory(package);
}

Status CheckPluginDir(const std::string& plugin_dir) {
  return AllowsUntrusted() ? Status() : OrAllowUntrusted(TrustCheck().Check(plugin_dir));
}

}  // namespace

Result<std::string> ChosenPluginDir(const std::string& given) {
  const std::string directory = given.empty() ? UserPluginDir() : given;
  if (!directory.empty()) return directory;
  return Status(ErrorCode::kFileNotFound, "no plugin directory is known: HOME is not set").Hint("name one with --dir");
}

Result<PackageName> ParsePackageName(const std::string& text) {
  const size_t at = text.find('@');
  PackageName name{text.substr(0, at), at == std::string::npos ? "" : text.substr(at + 1)};
  if (IsPlainWord(name.name) && (at == std::string::npos || IsPlainWord(name.version))) return name;
  return Status(ErrorCode::kUsage, fmt::format("'{}' is no package: write NAME or NAME@VERSION", text));
}

Result<std::vector<InstalledVersion>> Select(const std::string& plugin_dir, const PackageName& wanted) {
  std::vector<InstalledVersion> found;
  std::vector<std::string> names, versions;
  for (InstalledVersion& installed : FindInstalled(plugin_dir)) {
    if (std::find(names.begin(), names.end(), installed.name) == names.end()) names.push_back(installed.name);
    if (installed.name != wanted.name) continue;
    versions.push_back(installed.version);
    if (wanted.version.empty() || installed.version == wanted.version) found.push_back(std::move(installed));
  }
  if (!found.empty()) return found;
  if (!versions.empty()) {
    return Status(ErrorCode::kNotInstalled,
                  fmt::format("version {} of {} is not installed in {}; there is {}", wanted.version, wanted.name,
                              plugin_dir, fmt::join(versions, ", ")));
  }
  const std::string near = Nearest(wanted.name, names);
  return Status(ErrorCode::kNotInstalled, fmt::format("no package '{}' is installed in {}{}", wanted.name, plugin_dir,
                                                      near.empty() ? "" : fmt::format("; did you mean {}?", near)))
      .Hint("opdk list shows what is installed; --dir names another plugin directory");
}

Result<InstallOutcome> InstallArchive(const InstallRequest& request) {
  // Independent of the user's mask: a library that others can write to would be refused when it is loaded.
  umask(022);
  OPDK_TRY(MakeDirectory(request.plugin_dir));
  OPDK_TRY(CheckPluginDir(request.plugin_dir));
  OPDK_TRY(const PluginDirConfig config, ReadPluginDirConfig(request.plugin_dir));
  OPDK_TRY(const DirectoryLock lock, DirectoryLock::Take(request.plugin_dir));
  RemoveLeftovers(request.plugin_dir);
  OPDK_TRY(const TemporaryDirectory scratch, MakeScratch(request.plugin_dir));
  InstallOutcome outcome;
  OPDK_TRY(outcome.manifest, ReadArchive(request.archive, scratch.path().string()));
  const Manifest& manifest = outcome.manifest;
  const auto of_archive = [&](Status status) { return status.ok() ? Status() : std::move(status).At(request.archive); };
  OPDK_TRY(of_archive(CheckHost(manifest)));
  auto signature = CheckSignature(manifest, config.require_signature || EnvironmentRequiresSignature());
  if (!signature.ok()) return of_archive(std::move(signature).status());
  outcome.signature = *std::move(signature);
  OPDK_TRY(of_archive(CheckContents(scratch.path().string(), manifest, outcome.notes)));

  const std::string package = request.plugin_dir + "/" + manifest.name;
  const InstalledVersion place{manifest.name, manifest.version, package + "/" + manifest.version, false};
  outcome.directory = place.directory;
  outcome.active_before = outcome.active = ActiveVersion(request.plugin_dir, manifest.name);
  OPDK_TRY(outcome.already_there, IsAlreadyThere(request, place, manifest));
  if (!outcome.already_there) {
    OPDK_TRY(MakeDirectory(package));
    OPDK_TRY(PutInPlace(scratch.path().string(), place.directory));
    OPDK_TRY(SyncDirectory(request.plugin_dir));
  }
  if (request.activate && outcome.active != manifest.version) {
    OPDK_TRY(SetActive(place));
    outcome.active = manifest.version;
  }
  return outcome;
}

Result<std::vector<InstalledVersion>> Uninstall(const std::string& plugin_dir, const PackageName& wanted) {
  OPDK_TRY(Select(plugin_dir, wanted).status());
  OPDK_TRY(const DirectoryLock lock, DirectoryLock::Take(plugin_dir));
  RemoveLeftovers(plugin_dir);
  OPDK_TRY(auto removed, Select(plugin_dir, wanted));
  OPDK_TRY(const TemporaryDirectory scratch, MakeScratch(plugin_dir));
  for (const InstalledVersion& version : removed) {
    if (version.active) {
      OPDK_TRY(RemoveActive(plugin_dir, version.name));
    }
    OPDK_TRY(RenameDurably(version.directory, scratch.path().string() + "/" + version.version));
  }
  // Only when nothing else is in it.
  rmdir((plugin_dir + "/" + wanted.name).c_str());
  return removed;
}

Result<InstalledVersion> Enable(const std::string& plugin_dir, const PackageName& wanted) {
  OPDK_TRY(Select(plugin_dir, wanted).status());
  OPDK_TRY(const DirectoryLock lock, DirectoryLock::Take(plugin_dir));
  OPDK_TRY(const auto found, Select(plugin_dir, wanted));
  if (!found.front().active) {
    OPDK_TRY(SetActive(found.front()));
  }
  return found.front();
}

Result<std::string> Disable(const std::string& plugin_dir, const PackageName& wanted) {
  OPDK_TRY(Select(plugin_dir, wanted).status());
  OPDK_TRY(const DirectoryLock lock, DirectoryLock::Take(plugin_dir));
  const std::string active = ActiveVersion(plugin_dir, wanted.name);
  if (!wanted.version.empty() && active != wanted.version) {
    return Status(ErrorCode::kUsage, fmt::format("version {} of {} is not the active one ({})", wanted.version,
                                                 wanted.name, active.empty() ? "none is" : active + " is"));
  }
  OPDK_TRY(RemoveActive(plugin_dir, wanted.name));
  return active;
}

}  // namespace opdk
