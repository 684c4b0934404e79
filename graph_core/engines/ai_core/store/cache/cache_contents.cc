#include "graph_core/engines/ai_core/store/cache/cache_contents.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <regex>
#include <system_error>
#include <utility>

#include "graph_core/base/cache_root.h"
#include "graph_core/base/file.h"
#include "graph_core/engines/ai_core/store/cache/kernel_descriptor.h"
#include "opdk/output_file.h"

namespace opdk {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::system_clock;

// Greatest age of a file that is still being written.
constexpr auto kStaleAge = std::chrono::hours(1);

struct File {
  fs::path path;
  uint64_t bytes = 0;
  Clock::time_point time;
};

bool LooksLikeKey(const std::string& name) {
  static const std::regex pattern("[0-9]+\\.[0-9]+\\.[0-9]+-(avx512|avx2|baseline)-[0-9a-z-]+");
  return std::regex_match(name, pattern);
}

std::vector<fs::path> Entries(const fs::path& directory) {
  std::vector<fs::path> paths;
  std::error_code error;
  for (fs::directory_iterator it(directory, error), end; !error && it != end; it.increment(error)) {
    paths.push_back(it->path());
  }
  return paths;
}

std::vector<fs::path> KeyDirectories(const fs::path& root) {
  std::vector<fs::path> keys;
  for (fs::path& path : Entries(root)) {
    if (LooksLikeKey(path.filename().string())) keys.push_back(std::move(path));
  }
  return keys;
}

std::vector<File> Files(const fs::path& directory) {
  std::vector<File> files;
  for (fs::path& path : Entries(directory)) {
    struct stat status {};
    if (lstat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) continue;
    auto time = std::chrono::seconds(status.st_mtim.tv_sec) + std::chrono::nanoseconds(status.st_mtim.tv_nsec);
    files.push_back({std::move(path), static_cast<uint64_t>(status.st_size),
                     Clock::time_point(std::chrono::duration_cast<Clock::duration>(time))});
  }
  return files;
}

void Add(CacheEntry& entry, const File& file) {
  entry.files.push_back(file.path);
  entry.bytes += file.bytes;
}

// Adds the objects, grouped by the main file's stem. A record or descriptor whose main file is gone is an entry by
// itself.
void ReadObjects(const fs::path& key, std::vector<CacheEntry>& entries) {
  std::map<std::string, CacheEntry> objects;
  std::vector<File> files = Files(key / "kernel_meta");
  for (const File& file : files) {
    if (file.path.extension() != ".o") continue;
    CacheEntry& entry = objects[file.path.stem().string()];
    entry.last_used = file.time;
    Add(entry, file);
  }
  for (const File& file : files) {
    if (file.path.extension() != ".json") continue;
    auto text = ReadFile(file.path, kTextFile);
    auto descriptor = text.ok() ? ParseDescriptor(*text) : std::nullopt;
    CacheEntry& entry = objects[descriptor ? descriptor->bin_file_name : file.path.filename().string()];
    if (entry.files.empty()) entry.last_used = file.time;
    Add(entry, file);
    if (descriptor) entry.kernels.push_back({descriptor->kernel_name, descriptor->description});
  }
  for (auto& [name, entry] : objects) {
    entry.key = key.filename().string();
    entries.push_back(std::move(entry));
  }
}

void ReadLibraries(const fs::path& key, std::vector<CacheEntry>& entries) {
  std::map<std::string, CacheEntry> libraries;
  for (const File& file : Files(key / "lib")) {
    bool library = file.path.extension() == ".so";
    if (!library && file.path.extension() != ".json") continue;
    CacheEntry& entry = libraries[file.path.stem().string()];
    if (library || entry.files.empty()) entry.last_used = file.time;
    Add(entry, file);
    if (library) continue;
    auto text = ReadFile(file.path, kTextFile);
    if (auto record = text.ok() ? ParseLibraryRecord(*text) : std::nullopt) entry.kernels = std::move(record->kernels);
  }
  for (auto& [name, entry] : libraries) {
    entry.key = key.filename().string();
    entry.library = true;
    entries.push_back(std::move(entry));
  }
}

void Remove(const CacheEntry& entry, Freed& freed) {
  std::error_code error;
  for (const fs::path& file : entry.files) {
    std::error_code of_file;
    fs::remove(file, of_file);
    if (of_file) error = of_file;
  }
  if (error) {
    ++freed.kept;
    return;
  }
  ++(entry.library ? freed.libraries : freed.objects);
  freed.bytes += entry.bytes;
}

void RemoveStale(const fs::path& root, Freed& freed) {
  for (const fs::path& key : KeyDirectories(root)) {
    for (const fs::path& directory : {key, key / "kernel_meta", key / "lib"}) {
      for (const File& file : Files(directory)) {
        const std::string name = file.path.filename().string();
        const bool passing = name.starts_with(kNewFiles) || name.starts_with(kPartBegin);
        if (!passing || file.time > Clock::now() - kStaleAge) continue;
        std::error_code ignored;
        if (!fs::remove(file.path, ignored)) continue;
        ++freed.others;
        freed.bytes += file.bytes;
      }
    }
  }
}

// Removes directories that became empty. Those in use are made again when something is added.
void RemoveEmptyKeys(const fs::path& root, const std::string& but) {
  for (const fs::path& key : KeyDirectories(root)) {
    if (key.filename() == but) continue;
    for (const fs::path& directory : {key / "kernel_meta", key / "lib", key}) {
      std::error_code ignored;
      if (fs::is_empty(directory, ignored)) fs::remove(directory, ignored);
    }
  }
}

uint64_t TotalBytes(const fs::path& root) {
  uint64_t bytes = 0;
  for (const fs::path& key : KeyDirectories(root)) {
    for (const char* part : {"kernel_meta", "lib"}) {
      for (const File& file : Files(key / part)) bytes += file.bytes;
    }
  }
  return bytes;
}

}  // namespace

std::vector<CacheEntry> ReadCache(const fs::path& root) {
  std::vector<CacheEntry> entries;
  for (const fs::path& key : KeyDirectories(root)) {
    ReadObjects(key, entries);
    ReadLibraries(key, entries);
  }
  std::stable_sort(entries.begin(), entries.end(),
                   [](const CacheEntry& a, const CacheEntry& b) { return a.last_used < b.last_used; });
  return entries;
}

Freed RemoveEntries(const fs::path& root, const std::function<bool(const CacheEntry&)>& chosen) {
  Freed freed;
  for (const CacheEntry& entry : ReadCache(root)) {
    if (chosen(entry)) Remove(entry, freed);
  }
  RemoveStale(root, freed);
  RemoveEmptyKeys(root, "");
  return freed;
}

Freed TrimCache(const fs::path& root, const std::string& key, uint64_t bound) {
  Freed freed;
  RemoveStale(root, freed);
  uint64_t total = TotalBytes(root);
  if (total <= bound) return freed;
  std::vector<CacheEntry> entries = ReadCache(root);
  std::stable_partition(entries.begin(), entries.end(), [&](const CacheEntry& entry) { return entry.key != key; });
  // Some room below the bound, or the next addition would have to look again.
  const uint64_t target = bound / 8 * 7;
  for (const CacheEntry& entry : entries) {
    if (total <= target) break;
    Remove(entry, freed);
    total -= std::min(total, entry.bytes);
  }
  RemoveEmptyKeys(root, key);
  return freed;
}

void RemoveDeadTemporaries(const fs::path& place) {
  for (const fs::path& path : Entries(place)) {
    if (!path.filename().string().starts_with(kTemporaryCaches)) continue;
    std::error_code ignored;
    struct stat status {};
    if (lstat(path.c_str(), &status) != 0 || !S_ISDIR(status.st_mode) || status.st_uid != geteuid()) continue;
    // Its process holds the lock for as long as it lives; one that has none yet is just being made.
    if (!fs::exists(path / "lock", ignored)) continue;
    if (auto lock = CacheLock::TryExclusive(path)) fs::remove_all(path, ignored);
  }
}

}  // namespace opdk
