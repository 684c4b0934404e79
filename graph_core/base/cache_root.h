// Where kernels are kept, and how much of them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "opdk/status.h"

namespace opdk {

// ${OPDK_CACHE_DIR:-${XDG_CACHE_HOME:-~/.cache}/opdk}; empty when the environment names no home at all.
std::filesystem::path DefaultCacheRoot();

// Bytes that a cache may hold: OPDK_CACHE_SIZE, or 512 MiB. E1001 when its value is no size.
Result<uint64_t> CacheBound();
// "200M", "1.5 GiB", "4096": binary units, bytes when there is none. nullopt: not of this form.
std::optional<uint64_t> ParseSize(std::string_view text);
// "1.5 MiB".
std::string FormatSize(uint64_t bytes);

// A lock on a cache's directory, between processes and between the objects of one. Shared: kernels are being found,
// linked and opened. Exclusive: files are being removed.
class CacheLock {
 public:
  CacheLock() = default;
  ~CacheLock();
  CacheLock(CacheLock&& other) noexcept;
  CacheLock& operator=(CacheLock&& other) noexcept;

  // Waits while somebody removes files. Holds nothing where the directory can't be written: nobody removes there.
  static CacheLock Shared(const std::filesystem::path& root);
  // At once: nothing when somebody holds the lock.
  static std::optional<CacheLock> TryExclusive(const std::filesystem::path& root);

 private:
  explicit CacheLock(int file) : file_(file) {}
  int file_ = -1;
};

}  // namespace opdk
