// Memory for the bytes of tensors.
#pragma once

#include <cstddef>

#include "opdk/visibility.h"

namespace opdk {

// Alignment in bytes of a tensor's own memory: a cache line, a register of AVX-512.
inline constexpr size_t kTensorAlignment = 64;

// Allocates at least `bytes` bytes, uninitialized, even if that is 0; std::free frees them. Large blocks lie on huge
// pages if the system gives them on request: the first write of weights then has 1/512 of the page faults. nullptr when
// the system has too little memory.
OPDK_API void* AllocateTensorMemory(size_t bytes) noexcept;

}  // namespace opdk
