// The cache directory for kernels, and its size.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "opdk/status.h"

namespace opdk {

// Returns ${OPDK_CACHE_DIR:-${XDG_CACHE_HOME:-~/.cache}/opdk}. Empty: the environment names no home.
std::filesystem::path DefaultCacheRoot();

// Returns the bytes that a cache may hold: OPDK_CACHE_SIZE, or 512 MiB. E1001: the variable's value is no size.
Result<uint64_t> CacheBound();
// Reads "200M", "1.5 GiB", "4096" in binary units; bytes if there is no unit. nullopt: not of this form.
std::optional<uint64_t> ParseSize(std::string_view text);
// Returns a size such as "1.5 MiB".
std::string FormatSize(uint64_t bytes);

// A lock on a cache's directory, between processes and between the objects of a process. Shared holders find, link and
// open kernels. The exclusive holder removes files.
class CacheLock {
 public:
  CacheLock() = default;
  ~CacheLock();
  CacheLock(CacheLock&& other) noexcept;
  CacheLock& operator=(CacheLock&& other) noexcept;

  // Waits for an exclusive holder, and locks. Holds nothing if the directory can't be written, because then nobody
  // removes files.
  static CacheLock Shared(const std::filesystem::path& root);
  // Locks without waiting. nullopt: another holder has the lock.
  static std::optional<CacheLock> TryExclusive(const std::filesystem::path& root);

 private:
  explicit CacheLock(int file) : file_(file) {}
  int file_ = -1;
};

}  // namespace opdk
