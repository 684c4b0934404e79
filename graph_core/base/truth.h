// A tensor as a condition.
#pragma once

#include <cstdint>
#include <span>

#include "graph/types.h"

namespace opdk {

// Returns the tensor as a condition: with one element its value, otherwise whether it has elements. TensorFlow reads
// the conditions of If and While so. `data`: numbers of the dtype, at any address.
bool IsTrue(ge::DataType dtype, std::span<const int64_t> dims, const void* data);

}  // namespace opdk
