// The ranges that indices must lie in.
#pragma once

#include <cstdint>

namespace opdk {

// Indices that are judged at once: few enough to be read again from the nearest cache.
inline constexpr int64_t kIndexBlock = 512;

// Returns whether all indices lie in [low, high], which holds no more than 2^62 numbers.
template <typename T>
bool AreInside(const T* indices, int64_t count, int64_t low, int64_t high) {
  // One of the two differences has its uppermost bit set where an index lies outside.
  uint64_t outside = 0;
  const auto judge = [&](int64_t i) {
    const auto index = static_cast<uint64_t>(int64_t{indices[i]});
    outside |= (index - static_cast<uint64_t>(low)) | (static_cast<uint64_t>(high) - index);
  };
  if (count == kIndexBlock) {  // a number that the compiler knows
    for (int64_t i = 0; i < kIndexBlock; ++i) judge(i);
  } else {
    for (int64_t i = 0; i < count; ++i) judge(i);
  }
  return static_cast<int64_t>(outside) >= 0;
}

}  // namespace opdk
