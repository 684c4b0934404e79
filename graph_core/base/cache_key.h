// What lies in the cache directory is signed with a secret of its user, so that nobody else can write what this process
// would take for its own: not even who could write there at some time, when modes were wrong.
#pragma once

#include <array>
#include <filesystem>
#include <initializer_list>
#include <string>
#include <string_view>

#include "opdk/status.h"

namespace opdk {

class CacheKey {
 public:
  // <root>/key: 32 bytes that this user alone can read. E1002 when there is none; E5009 when another one can read or
  // write it.
  static Result<CacheKey> Read(const std::filesystem::path& root);
  // The same, and makes it where there is none. Safe between processes: all get the same one.
  static Result<CacheKey> ReadOrMake(const std::filesystem::path& root);

  // BLAKE2b with the key over the parts and their sizes: 64 hexadecimal digits.
  std::string Sign(std::initializer_list<std::string_view> parts) const;

 private:
  static constexpr size_t kBytes = 32;
  CacheKey() = default;
  std::array<unsigned char, kBytes> bytes_{};
};

// Makes a directory and those above it that are missing, for this user alone whatever the umask. E1002.
Status MakePrivateDirectories(const std::filesystem::path& path);

}  // namespace opdk
