// A tensor as a condition.
#pragma once

#include <cstdint>
#include <span>

#include "graph/types.h"

namespace opdk {

// Of one element its value; of any other number of elements whether there are any, as TensorFlow reads the conditions
// of If and While. `data`: numbers of that type, at any address.
bool IsTrue(ge::DataType dtype, std::span<const int64_t> dims, const void* data);

}  // namespace opdk
