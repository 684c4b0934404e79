// Byte strings one behind the other, equal strings once: the weights of a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

namespace opdk {

class BytePool {
 public:
  // Adds the bytes unless they are there. Returns their offset in bytes(), a multiple of kArenaAlignment.
  size_t Put(std::string_view bytes);
  const std::string& bytes() const { return bytes_; }

 private:
  struct Place {
    size_t offset = 0, size = 0;
  };
  std::string bytes_;
  std::unordered_multimap<uint32_t, Place> places_;  // by CRC
};

}  // namespace opdk
