// Signatures of files in the cache directory, with a secret of the user. So nobody else can write a file that this
// process accepts as its own, even if wrong modes gave others write access for some time.
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
  // Reads <root>/key, 32 bytes that only this user can read. E1002: there is none. E5009: others can read or write it.
  static Result<CacheKey> Read(const std::filesystem::path& root);
  // Reads the key, and makes it if there is none. Safe between processes: all get the same key.
  static Result<CacheKey> ReadOrMake(const std::filesystem::path& root);

  // Returns BLAKE2b with the key over the parts and their sizes, as 64 hexadecimal digits.
  std::string Sign(std::initializer_list<std::string_view> parts) const;

 private:
  static constexpr size_t kBytes = 32;
  CacheKey() = default;
  std::array<unsigned char, kBytes> bytes_{};
};

// Makes a directory and its missing parents, for this user alone whatever the umask. E1006.
Status MakePrivateDirectories(const std::filesystem::path& path);

}  // namespace opdk
