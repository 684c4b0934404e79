// One copy in a process of constants that several kernels keep in the same form.
#pragma once

#include <cstddef>
#include <memory>

namespace opdk {

// Returns `data`, or an earlier copy of the same `bytes` bytes. Models for several shapes of one graph pack its weights
// alike, and so do the adaptations of a model for any shape. Nobody may write to the bytes any more. Keeps nothing
// alive. Thread-safe.
std::shared_ptr<const std::byte> SharedConstant(std::shared_ptr<const std::byte> data, size_t bytes);

}  // namespace opdk
