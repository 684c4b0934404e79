// Copies of a few bytes, whose number is known only at run time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace opdk {

struct Block16 {
  uint64_t low, high;
};
struct Block32 {
  Block16 low, high;
};

// Copies from one to two blocks' worth of bytes, as a block at either end. The two blocks may overlap.
template <typename Block>
inline void CopyEnds(std::byte* to, const std::byte* from, size_t bytes) {
  Block first, last;
  std::memcpy(&first, from, sizeof first);
  std::memcpy(&last, from + bytes - sizeof last, sizeof last);
  std::memcpy(to, &first, sizeof first);
  std::memcpy(to + bytes - sizeof last, &last, sizeof last);
}

inline void CopyRun(std::byte* to, const std::byte* from, size_t bytes) {
  if (bytes > 64) {
    std::memcpy(to, from, bytes);
  } else if (bytes >= 32) {
    CopyEnds<Block32>(to, from, bytes);
  } else if (bytes >= 16) {
    CopyEnds<Block16>(to, from, bytes);
  } else if (bytes >= 8) {
    CopyEnds<uint64_t>(to, from, bytes);
  } else if (bytes >= 4) {
    CopyEnds<uint32_t>(to, from, bytes);
  } else {
    for (size_t i = 0; i < bytes; ++i) to[i] = from[i];
  }
}

// Bytes that one thread copies at least before a second one is worth its start.
inline constexpr int64_t kGrainBytes = 64 * 1024;

}  // namespace opdk
