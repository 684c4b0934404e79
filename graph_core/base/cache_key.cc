#include "graph_core/base/cache_key.h"

#include <fmt/format.h>
#include <sodium.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "graph_core/base/file.h"
#include "graph_core/base/text.h"
#include "graph_core/base/trust.h"
#include "opdk/output_file.h"

namespace opdk {
namespace {

namespace fs = std::filesystem;

constexpr const char* kName = "key";

Status CantWrite(const fs::path& path, int error) {
  return Status(ErrorCode::kWriteFailed, fmt::format("can't write {}: {}", path.string(), std::strerror(error)));
}

}  // namespace

Result<CacheKey> CacheKey::Read(const fs::path& root) {
  OPDK_TRY(const InputFile file, InputFile::OpenNoFollow(root / kName, {"the cache's key", kMaxText}));
  OPDK_TRY(CheckOpenFile(file));
  struct stat status {};
  const std::string remedy =
      fmt::format("rm {}: a new one is made, and kernels are compiled anew", ShellQuoted(file.path()));
  if (fstat(file.descriptor(), &status) != 0 || (status.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
    return Status(ErrorCode::kUntrusted, fmt::format("not trusted: {} can be read by others", file.path()))
        .Hint(remedy);
  }
  OPDK_TRY(const std::string bytes, file.Read());
  CacheKey key;
  if (bytes.size() != key.bytes_.size()) {
    return Status(ErrorCode::kUntrusted,
                  fmt::format("not trusted: {} is no key: it has {} bytes", file.path(), bytes.size()))
        .Hint(remedy);
  }
  std::copy(bytes.begin(), bytes.end(), key.bytes_.begin());
  return key;
}

Result<CacheKey> CacheKey::ReadOrMake(const fs::path& root) {
  if (auto known = Read(root); known.ok() || known.status().code() != ErrorCode::kFileNotFound) return known;
  if (sodium_init() < 0) return Status(ErrorCode::kInternal, "libsodium can't be started");
  std::string bytes(kBytes, '\0');
  randombytes_buf(bytes.data(), bytes.size());
  const Status written = WriteFile(root / kName, bytes, {.mode = 0600, .replaces = false});
  // The process that writes the key first gives it to all others.
  std::error_code ignored;
  if (!written.ok() && !fs::exists(root / kName, ignored)) return written;
  return Read(root);
}

std::string CacheKey::Sign(std::initializer_list<std::string_view> parts) const {
  crypto_generichash_state state;
  crypto_generichash_init(&state, bytes_.data(), bytes_.size(), kBytes);
  for (const std::string_view part : parts) {
    const uint64_t size = part.size();
    crypto_generichash_update(&state, reinterpret_cast<const unsigned char*>(&size), sizeof(size));
    crypto_generichash_update(&state, reinterpret_cast<const unsigned char*>(part.data()), part.size());
  }
  std::array<unsigned char, kBytes> sum;
  crypto_generichash_final(&state, sum.data(), sum.size());
  std::array<char, kBytes * 2 + 1> text;
  return sodium_bin2hex(text.data(), text.size(), sum.data(), sum.size());
}

Status MakePrivateDirectories(const fs::path& path) {
  std::error_code ignored;
  if (path.empty() || fs::is_directory(path, ignored)) return Status();
  if (path.has_parent_path() && path.parent_path() != path) OPDK_TRY(MakePrivateDirectories(path.parent_path()));
  if (mkdir(path.c_str(), S_IRWXU) == 0) return Status();
  const int error = errno;
  return error == EEXIST && fs::is_directory(path, ignored) ? Status() : CantWrite(path, error);
}

}  // namespace opdk
