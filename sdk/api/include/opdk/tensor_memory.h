// Memory for the bytes of tensors.
#pragma once

#include <cstddef>

#include "opdk/visibility.h"

namespace opdk {

// Every tensor of its own memory starts at a multiple of this: a cache line, a register of AVX-512.
inline constexpr size_t kTensorAlignment = 64;

// At least `bytes` bytes, uninitialized, also where that is 0; std::free gives them back. Many of them lie on huge
// pages where the system has such for the asking: as weights are written for the first time, one fault in 512 is left.
// nullptr when the system has not that much.
OPDK_API void* AllocateTensorMemory(size_t bytes) noexcept;

}  // namespace opdk
