#include "graph_core/base/cache_root.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <utility>

namespace opdk {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kDefaultBound = uint64_t{512} << 20;
constexpr const char* kSizeVariable = "OPDK_CACHE_SIZE";

int OpenLock(const fs::path& root) {
  int file = open((root / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  return file >= 0 ? file : open((root / "lock").c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
}

}  // namespace

fs::path DefaultCacheRoot() {
  auto value = [](const char* variable) {
    const char* text = std::getenv(variable);
    return fs::path(text == nullptr ? "" : text);
  };
  if (fs::path chosen = value("OPDK_CACHE_DIR"); !chosen.empty()) return chosen;
  if (fs::path caches = value("XDG_CACHE_HOME"); !caches.empty()) return caches / "opdk";
  fs::path home = value("HOME");
  return home.empty() ? fs::path() : home / ".cache" / "opdk";
}

std::optional<uint64_t> ParseSize(std::string_view text) {
  std::string number(text);
  char* end = nullptr;
  double value = std::strtod(number.c_str(), &end);
  if (end == number.c_str() || !(value >= 0)) return std::nullopt;
  std::string unit;
  for (; *end != '\0'; ++end) {
    if (*end != ' ') unit += static_cast<char>(*end | 0x20);
  }
  constexpr std::string_view kUnits = "kmgt";
  int power = 0;
  if (!unit.empty() && unit != "b") {
    size_t known = kUnits.find(unit[0]);
    std::string rest = unit.substr(1);
    if (known == std::string_view::npos || !(rest.empty() || rest == "b" || rest == "ib")) return std::nullopt;
    power = static_cast<int>(known) + 1;
  }
  for (; power > 0; --power) value *= 1024;
  if (value >= 0x1p63) return std::nullopt;
  return static_cast<uint64_t>(value);
}

std::string FormatSize(uint64_t bytes) {
  constexpr std::array<const char*, 4> kUnits{"KiB", "MiB", "GiB", "TiB"};
  if (bytes < 1024) return fmt::format("{} B", bytes);
  double value = static_cast<double>(bytes) / 1024;
  size_t unit = 0;
  while (value >= 1024 && unit + 1 < kUnits.size()) {
    value /= 1024;
    ++unit;
  }
  return fmt::format("{:.1f} {}", value, kUnits[unit]);
}

Result<uint64_t> CacheBound() {
  const char* text = std::getenv(kSizeVariable);
  if (text == nullptr || *text == '\0') return kDefaultBound;
  if (auto bytes = ParseSize(text)) return *bytes;
  return Status(ErrorCode::kUsage, fmt::format("{} is '{}', which is no size", kSizeVariable, text))
      .Hint("write bytes or a unit: 200M, 1.5G");
}

CacheLock::~CacheLock() {
  if (file_ >= 0) close(file_);
}

CacheLock::CacheLock(CacheLock&& other) noexcept : file_(std::exchange(other.file_, -1)) {}

CacheLock& CacheLock::operator=(CacheLock&& other) noexcept {
  std::swap(file_, other.file_);
  return *this;
}

CacheLock CacheLock::Shared(const fs::path& root) {
  int file = OpenLock(root);
  if (file < 0) return CacheLock();
  while (flock(file, LOCK_SH) != 0 && errno == EINTR) {
  }
  return CacheLock(file);
}

std::optional<CacheLock> CacheLock::TryExclusive(const fs::path& root) {
  int file = OpenLock(root);
  if (file < 0) return std::nullopt;
  CacheLock lock(file);
  if (flock(file, LOCK_EX | LOCK_NB) != 0) return std::nullopt;
  return lock;
}

}  // namespace opdk
