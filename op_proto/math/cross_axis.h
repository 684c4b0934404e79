// The axis along which Cross finds its vectors.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace opdk {

inline constexpr int64_t kFirstOfThree = -65530;

// Returns the axis that `dim` names in a shape. kFirstOfThree names the first axis of extent 3; the result is the rank
// if there is none.
inline int64_t CrossAxis(const std::vector<int64_t>& shape, int64_t dim) {
  if (dim == kFirstOfThree) return std::find(shape.begin(), shape.end(), 3) - shape.begin();
  return dim < 0 ? dim + static_cast<int64_t>(shape.size()) : dim;
}

}  // namespace opdk
