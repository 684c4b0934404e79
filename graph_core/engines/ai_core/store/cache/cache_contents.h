// Contents of a kernel cache, and their removal: by age, by size, or all.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "graph_core/engines/ai_core/store/cache/library_record.h"

namespace opdk {

// First parts of the names of temporary things in a cache: files that are being written, and directories in place of a
// cache that can't be written.
inline constexpr std::string_view kNewFiles = "new-";
inline constexpr std::string_view kTemporaryCaches = "opdk-kernels-";

// Files that are kept or removed together: an object with the descriptors of its kernels, or a library with its record.
struct CacheEntry {
  std::string key;  // the directory below the root: version, instruction set, build of the code generator
  bool library = false;
  std::vector<std::filesystem::path> files;
  uint64_t bytes = 0;
  std::chrono::system_clock::time_point last_used;
  std::vector<LibraryKernel> kernels;
};

// Returns all entries below `root`, least recently used first; none if there is no such directory. Only this program's
// files are listed: those in directories named like a key.
std::vector<CacheEntry> ReadCache(const std::filesystem::path& root);

struct Freed {
  int objects = 0;
  int libraries = 0;
  int others = 0;  // left by processes that were killed while they wrote
  int kept = 0;    // entries with a file that the system doesn't let go
  uint64_t bytes = 0;
};

// Removes the entries that `chosen` accepts, and files that killed processes left. The caller holds the lock.
Freed RemoveEntries(const std::filesystem::path& root, const std::function<bool(const CacheEntry&)>& chosen);

// Trims a cache of more than `bound` bytes to seven eighths of `bound`. First removes entries of keys other than `key`,
// then the least recently used. The caller holds the lock. Libraries that a process has open stay usable in it.
Freed TrimCache(const std::filesystem::path& root, const std::string& key, uint64_t bound);

// Removes directories of caches in `place` whose processes have ended without removing them.
void RemoveDeadTemporaries(const std::filesystem::path& place);

}  // namespace opdk
