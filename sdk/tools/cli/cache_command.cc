// opdk cache: lists and removes compiled kernels.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <thread>
#include <utility>

#include "graph_core/base/cache_root.h"
#include "graph_core/engines/ai_core/store/cache/cache_contents.h"
#include "graph_core/engines/ai_core/store/kernel_store.h"
#include "opdk/safe_text.h"
#include "sdk/tools/cli/commands.h"
#include "sdk/tools/cli/table.h"

namespace opdk::cli {
namespace {

namespace fs = std::filesystem;
using WallClock = std::chrono::system_clock;

struct CacheOptions {
  std::string directory;
  bool json = false;
  bool all = false;
  std::string older_than;
};

struct KernelRow {
  std::string key;
  std::string name;
  std::string description;
  uint64_t bytes = 0;  // its share of the object; 0: only libraries hold it
  WallClock::time_point last_used;
};

struct Listing {
  std::vector<KernelRow> kernels;  // the last used one first
  int objects = 0;
  int libraries = 0;
  uint64_t bytes = 0;
};

Result<fs::path> Root(const CacheOptions& options) {
  fs::path root = options.directory.empty() ? DefaultCacheRoot() : fs::path(options.directory);
  if (!root.empty()) return root;
  return Status(ErrorCode::kFileNotFound, "no directory for kernels is known: HOME is not set")
      .Hint("set OPDK_CACHE_DIR");
}

// Returns the key of this program's kernels here: version, instruction set and build.
std::string OwnKey() { return KernelStore().cache().directory().filename().string(); }

std::string Count(size_t number, const char* one, const char* many) {
  return fmt::format("{} {}", number, number == 1 ? one : many);
}

std::string Files(int objects, int libraries) {
  return Count(static_cast<size_t>(objects), "object", "objects") + " and " +
         Count(static_cast<size_t>(libraries), "library", "libraries");
}

Listing Read(const fs::path& root) {
  Listing listing;
  std::map<std::pair<std::string, std::string>, KernelRow> rows;
  for (const CacheEntry& entry : ReadCache(root)) {
    listing.bytes += entry.bytes;
    ++(entry.library ? listing.libraries : listing.objects);
    for (const LibraryKernel& kernel : entry.kernels) {
      KernelRow& row = rows[{entry.key, kernel.name}];
      row.key = entry.key;
      row.name = kernel.name;
      row.description = kernel.description;
      row.last_used = std::max(row.last_used, entry.last_used);
      if (!entry.library) row.bytes = entry.bytes / entry.kernels.size();
    }
  }
  for (auto& [name, row] : rows) listing.kernels.push_back(std::move(row));
  std::stable_sort(listing.kernels.begin(), listing.kernels.end(),
                   [](const KernelRow& a, const KernelRow& b) { return a.last_used > b.last_used; });
  return listing;
}

// Splits a key: "0.1.0-avx512-…" becomes {"0.1.0", "avx512"}.
std::pair<std::string, std::string> VersionAndTarget(const std::string& key) {
  const size_t first = key.find('-'), second = key.find('-', first + 1);
  return {key.substr(0, first), key.substr(first + 1, second - first - 1)};
}

nlohmann::json ToJson(const fs::path& root, const Listing& listing, uint64_t bound, const std::string& own) {
  nlohmann::json kernels = nlohmann::json::array();
  for (const KernelRow& row : listing.kernels) {
    const auto [version, target] = VersionAndTarget(row.key);
    kernels.push_back(
        {{"kernel", row.name},
         {"computes", row.description},
         {"bytes", row.bytes},
         {"last_used", std::chrono::duration_cast<std::chrono::seconds>(row.last_used.time_since_epoch()).count()},
         {"version", version},
         {"target", target},
         {"current", row.key == own}});
  }
  return {{"directory", root.string()},     {"kernels", kernels},     {"objects", listing.objects},
          {"libraries", listing.libraries}, {"bytes", listing.bytes}, {"bound", bound}};
}

Status List(const CacheOptions& options) {
  OPDK_TRY(const fs::path root, Root(options));
  if (const Status trust = KernelStore(root.string()).TrustCache(); !trust.ok()) {
    fmt::print(stderr, "warning: kernels are compiled anew for each run: {}\n  help: {}\n", SafeLine(trust.message()),
               SafeLine(trust.hint()));
  }
  OPDK_TRY(const uint64_t bound, CacheBound());
  const Listing listing = Read(root);
  const std::string own = OwnKey();
  if (options.json) {
    fmt::print("{}\n", ToJson(root, listing, bound, own).dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
    return Status();
  }
  std::vector<std::vector<std::string>> rows = {{"kernel", "computes", "size", "last used", "target"}};
  for (const KernelRow& row : listing.kernels) {
    const auto [version, target] = VersionAndTarget(row.key);
    rows.push_back({row.name, row.description, row.bytes == 0 ? "-" : FormatSize(row.bytes),
                    fmt::format("{:%F %R}", fmt::localtime(WallClock::to_time_t(row.last_used))),
                    row.key == own ? target : fmt::format("{} ({}, another build)", target, version)});
  }
  if (!listing.kernels.empty()) fmt::print("{}\n", FormatTable(rows));
  fmt::print("{} in {}, {} of at most {} (OPDK_CACHE_SIZE)\n{}\n", Count(listing.kernels.size(), "kernel", "kernels"),
             Files(listing.objects, listing.libraries), FormatSize(listing.bytes), FormatSize(bound), root.string());
  return Status();
}

// Parses an age: "30d", "12h", "90m".
Result<std::chrono::seconds> ParseAge(const std::string& text) {
  static const std::map<std::string, int> kUnits = {{"s", 1}, {"m", 60}, {"h", 3600}, {"d", 86400}, {"w", 604800}};
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  const auto unit = kUnits.find(end);
  if (end != text.c_str() && value >= 0 && value < 1e6 && unit != kUnits.end()) {
    return std::chrono::seconds(static_cast<int64_t>(value * unit->second));
  }
  return Status(ErrorCode::kUsage, fmt::format("--older-than {}: no age", text))
      .Hint("write a number and s, m, h, d or w: --older-than 30d");
}

// Waits a while for processes that load kernels. A process that misses a file afterwards makes it again.
CacheLock WaitForLock(const fs::path& root) {
  constexpr int kTries = 50;
  for (int i = 0; i < kTries; ++i) {
    if (auto lock = CacheLock::TryExclusive(root)) return *std::move(lock);
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  return CacheLock();
}

Status Clear(const CacheOptions& options) {
  OPDK_TRY(const fs::path root, Root(options));
  // A cache that others can write to may hold links to anywhere.
  OPDK_TRY(KernelStore(root.string()).TrustCache());
  WallClock::time_point limit = WallClock::time_point::max();
  if (!options.older_than.empty()) {
    OPDK_TRY(const std::chrono::seconds age, ParseAge(options.older_than));
    limit = WallClock::now() - age;
  }
  const std::string own = OwnKey();
  const bool every_key = options.all || !options.older_than.empty();
  Freed freed;
  if (!ReadCache(root).empty()) {
    const CacheLock lock = WaitForLock(root);
    freed = RemoveEntries(
        root, [&](const CacheEntry& entry) { return (every_key || entry.key == own) && entry.last_used < limit; });
  }
  fmt::print(
      "removed {}{}: {} freed, {} left in {}\n", Files(freed.objects, freed.libraries),
      freed.others == 0 ? "" : ", " + Count(static_cast<size_t>(freed.others), "unfinished file", "unfinished files"),
      FormatSize(freed.bytes), FormatSize(Read(root).bytes), root.string());
  if (freed.kept == 0) return Status();
  return Status(ErrorCode::kFileNotFound, fmt::format("{} of them can't be removed from {}", freed.kept, root.string()))
      .Hint("look at the directory's owner and whether its file system is read-only");
}

Status PrintPath(const CacheOptions& options) {
  OPDK_TRY(const fs::path root, Root(options));
  fmt::print("{}\n", root.string());
  return Status();
}

}  // namespace

void AddCacheCommand(CLI::App& app, Status& outcome) {
  CLI::App* cache = app.add_subcommand("cache", "List or clear compiled AI Core kernels");
  cache->require_subcommand(1);
  auto options = std::make_shared<CacheOptions>();
  const auto add = [&](const char* name, const char* what, Status (*run)(const CacheOptions&)) {
    CLI::App* command = cache->add_subcommand(name, what);
    command->add_option("--dir", options->directory, "The cache, instead of the one that OPDK_CACHE_DIR names")
        ->type_name("DIR");
    command->callback([options, run, &outcome] { outcome = run(*options); });
    return command;
  };
  CLI::App* list = add("list", "Kernels, what they compute, size, last use, processor they are for", List);
  list->add_flag("--json", options->json, "Print JSON (sizes in bytes, times in seconds since 1970)");
  list->footer(
      "Examples:\n"
      "  opdk cache list\n"
      "  opdk cache list --json | jq '.kernels[] | select(.current) | .kernel'");
  CLI::App* clear = add("clear", "Remove the kernels of this version and processor", Clear);
  CLI::Option* all = clear->add_flag("--all", options->all, "Those of other versions and processors too");
  clear->add_option("--older-than", options->older_than, "Only what was not used for so long, of any version")
      ->type_name("AGE")
      ->excludes(all);
  clear->footer(
      "Examples:\n"
      "  opdk cache clear\n"
      "  opdk cache clear --all\n"
      "  opdk cache clear --older-than 30d\n"
      "Programs that run go on: what they have loaded stays, what they miss is compiled again.");
  add("path", "Print the cache's directory", PrintPath)->footer("Examples:\n  du -sh \"$(opdk cache path)\"");
  cache->footer(
      "Examples:\n"
      "  opdk cache list\n"
      "  opdk cache clear --older-than 30d\n"
      "Kernels are kept in OPDK_CACHE_DIR (default ${XDG_CACHE_HOME:-~/.cache}/opdk), at most OPDK_CACHE_SIZE "
      "(default\n"
      "512M); above it, kernels of other versions go first, then the least recently used.");
}

}  // namespace opdk::cli
