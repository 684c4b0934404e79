// One copy in a process of constants that several kernels keep in the same form.
#pragma once

#include <cstddef>
#include <memory>

namespace opdk {

// `data`, or what holds the same `bytes` bytes already: models for several shapes of one graph pack its weights alike,
// and so do the adaptations of a model for any shape. From now on nobody writes there. Thread-safe; keeps nothing
// alive.
std::shared_ptr<const std::byte> SharedConstant(std::shared_ptr<const std::byte> data, size_t bytes);

}  // namespace opdk
