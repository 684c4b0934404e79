// Reading of plugin directories: which packages a registry has, and by what precedence.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <utility>

#include "graph_core/base/file.h"
#include "graph_core/package/admission.h"
#include "graph_core/package/loader.h"
#include "graph_core/package/package_registry.h"
#include "graph_core/package/plugin_dirs.h"
#include "graph_core/package/registry_tables.h"
#include "opdk/log.h"

namespace opdk {
namespace {

// Returns the names by which config.yaml may call a package, the most specific first.
std::vector<std::string> NamesOf(const Package& package) {
  return {package.vendor + "/" + package.name, package.name, package.vendor};
}

// Returns the rank of a package in its directory: by its most specific name in config.yaml. Unnamed packages come last.
int ConfiguredRank(const Package& package, const std::map<std::string, int>& ranks) {
  for (const std::string& key : NamesOf(package)) {
    if (const auto found = ranks.find(key); found != ranks.end()) return found->second;
  }
  return static_cast<int>(ranks.size());
}

std::string RankReason(const Package& package, const PluginDir& dir, const std::map<std::string, int>& ranks,
                       size_t number) {
  if (const int rank = ConfiguredRank(package, ranks); rank < static_cast<int>(ranks.size())) {
    return fmt::format("entry {} of load_priority in {}/config.yaml", rank + 1, dir.path);
  }
  std::string reason = dir.builtin ? "built-in" : fmt::format("custom, plugin directory {}", number);
  if (package.declared_priority != 0) reason += fmt::format(", PRIORITY {}", package.declared_priority);
  return reason;
}

// Notes entries of load_priority that no library of the directory matches.
void NoteUnusedRanks(const PluginDir& dir, const std::map<std::string, int>& ranks,
                     const std::vector<std::unique_ptr<Package>>& packages, std::vector<Status>& notes) {
  std::vector<std::string> known;
  for (const auto& package : packages) {
    for (std::string& name : NamesOf(*package)) known.push_back(std::move(name));
  }
  for (const auto& [name, rank] : ranks) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    const std::string near = Nearest(name, known);
    Status note(ErrorCode::kOpInfoInvalid,
                fmt::format("entry {} of load_priority, '{}', names no package that is loaded from here{}", rank + 1,
                            name, near.empty() ? "" : fmt::format("; did you mean {}?", near)));
    note = std::move(note)
               .At(dir.path + "/config.yaml")
               .Hint("opdk list shows the names: package, vendor, or vendor/package");
    Log(LogLevel::kWarning, "package", "%s: %s", (dir.path + "/config.yaml").c_str(), note.message().c_str());
    notes.push_back(std::move(note));
  }
}

// Returns whether an unreadable config.yaml may require signatures. In doubt it does.
bool MayRequireSignature(const PluginDir& dir) {
  const auto text = ReadFile(dir.path + "/config.yaml", kTextFile);
  return !text.ok() || text->find("signature") != std::string::npos;
}

}  // namespace

Result<std::shared_ptr<PackageRegistry>> PackageRegistry::Load(const PackageOptions& options) {
  OPDK_TRY(const std::vector<PluginDir> dirs, FindPluginDirs(options));
  std::shared_ptr<PackageRegistry> registry(new PackageRegistry());
  registry->ReadDirectories(dirs);
  registry->RejectDoubles();
  registry->RejectInvalidOpInfo();
  registry->NoteOddities();
  if (registry->packages_.empty()) {
    Status status(ErrorCode::kLoad, "no operator package could be loaded");
    for (const RejectedPackage& rejected : registry->rejected_) {
      status = std::move(status).At(
          fmt::format("{}: {} {}", rejected.path, opdk::ToString(rejected.reason.code()), rejected.reason.message()));
    }
    return std::move(status)
        .At(registry->DescribeSearch())
        .Hint("add --plugins DIR, or set OPDK_BUILTIN_DIR to the directory of libopdk_builtin.so");
  }
  return registry;
}

void PackageRegistry::ReadDirectories(const std::vector<PluginDir>& dirs) {
  std::vector<std::string> seen;
  Admission admission;
  for (size_t number = 0; number < dirs.size(); ++number) {
    const PluginDir& dir = dirs[number];
    searched_.push_back(dir.path);
    rejected_.insert(rejected_.end(), dir.unusable.begin(), dir.unusable.end());
    PluginDirConfig config;
    if (auto read = ReadPluginDirConfig(dir.path); read.ok()) {
      config = *std::move(read);
    } else {
      rejected_.push_back({dir.path + "/config.yaml", std::move(read).status()});
      config.require_signature = MayRequireSignature(dir);
    }
    const std::map<std::string, int>& ranks = config.load_priority;
    std::vector<std::unique_ptr<Package>> here;
    for (const PluginLibrary& library : dir.libraries) {
      std::error_code error;
      const std::string canonical = std::filesystem::weakly_canonical(library.path, error).string();
      if (!error && std::find(seen.begin(), seen.end(), canonical) != seen.end()) continue;
      seen.push_back(canonical);
      auto loaded = dir.builtin ? LoadPackage(library.path) : admission.Load(library, config.require_signature);
      if (!loaded.ok()) {
        rejected_.push_back({library.path, std::move(loaded).status()});
        continue;
      }
      std::unique_ptr<Package> package = *std::move(loaded);
      package->directory = dir.path;
      package->builtin = dir.builtin;
      package->priority_reason = RankReason(*package, dir, ranks, number + 1);
      here.push_back(std::move(package));
    }
    std::stable_sort(here.begin(), here.end(), [&ranks](const auto& a, const auto& b) {
      const std::pair left(ConfiguredRank(*a, ranks), a->declared_priority);
      return left < std::pair(ConfiguredRank(*b, ranks), b->declared_priority);
    });
    NoteUnusedRanks(dir, ranks, here, notes_);
    std::move(here.begin(), here.end(), std::back_inserter(packages_));
  }
  notes_.insert(notes_.end(), admission.notes().begin(), admission.notes().end());
}

void PackageRegistry::RejectDoubles() {
  std::vector<std::unique_ptr<Package>> kept;
  for (std::unique_ptr<Package>& package : packages_) {
    const auto twin = std::find_if(kept.begin(), kept.end(), [&](const auto& other) {
      return other->name == package->name && other->vendor == package->vendor;
    });
    if (twin == kept.end()) {
      package->priority = static_cast<int>(kept.size());
      kept.push_back(std::move(package));
      continue;
    }
    rejected_.push_back(
        {package->path, Status(ErrorCode::kPackageInvalid, fmt::format("package {}/{} is already loaded from {}",
                                                                       package->vendor, package->name, (*twin)->path))
                            .Hint("remove one of the two, or give it another name or VENDOR")});
  }
  packages_ = std::move(kept);
}

void PackageRegistry::RejectInvalidOpInfo() {
  // After a refusal all packages are checked again: the refused package may have had the prototype of other
  // information.
  for (bool again = true; again;) {
    again = false;
    BuildTables();
    for (size_t i = 0; i < packages_.size(); ++i) {
      Status status = tables_->ValidatePackage(*packages_[i]);
      if (status.ok()) continue;
      rejected_.push_back({packages_[i]->path, std::move(status)});
      packages_.erase(packages_.begin() + static_cast<std::ptrdiff_t>(i));
      again = true;
      break;
    }
  }
  // Only now, because a refused package may have had the prototype of another package's information.
  for (const auto& package : packages_) OPDK_CHECK(tables_->CompletePackage(*package).ok());
  for (size_t i = 0; i < packages_.size(); ++i) packages_[i]->priority = static_cast<int>(i);
}

void PackageRegistry::BuildTables() {
  *tables_ = Tables();
  for (const auto& package : packages_) tables_->Add(*package);
}

void PackageRegistry::NoteOddities() {
  std::vector<Status> notes = tables_->Notes(packages_);
  notes_.insert(notes_.end(), std::make_move_iterator(notes.begin()), std::make_move_iterator(notes.end()));
}

}  // namespace opdk
