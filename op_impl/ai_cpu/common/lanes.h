// Functions for machines with wider vectors than the library is compiled for: each has OPDK_AVX2, and runs only where
// HasAvx2().
#pragma once

#include <cstdint>

#ifdef __x86_64__

#define OPDK_AVX2 [[gnu::target("avx2,fma")]]
#define OPDK_AVX2_INLINE [[gnu::target("avx2,fma"), gnu::always_inline]] inline

namespace opdk {

constexpr int64_t kLanes = 8;
// Read from any address.
using Lanes [[gnu::vector_size(kLanes * sizeof(float)), gnu::aligned(alignof(float)), gnu::may_alias]] = float;
using IntLanes [[gnu::vector_size(kLanes * sizeof(int32_t))]] = int32_t;

inline bool HasAvx2() {
  static const bool has = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  return has;
}

}  // namespace opdk

#endif
