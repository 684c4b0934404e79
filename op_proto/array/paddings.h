// The layouts of an operator's paddings.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace opdk {

struct Paddings {
  std::vector<int64_t> begins, ends;  // by axis; negative numbers crop
};

// Reads paddings from a list: the begin and the end of each axis in turn, or with `contiguous` false first all begins,
// then all ends.
inline Paddings PaddingsOf(const std::vector<int64_t>& flat, bool contiguous) {
  Paddings paddings;
  const size_t rank = flat.size() / 2;
  for (size_t axis = 0; axis < rank; ++axis) {
    paddings.begins.push_back(flat[contiguous ? 2 * axis : axis]);
    paddings.ends.push_back(flat[contiguous ? 2 * axis + 1 : rank + axis]);
  }
  return paddings;
}

// Returns whether a sum of an extent and some of these numbers can't leave the range of int64_t.
inline bool ArePaddings(const std::vector<int64_t>& flat) {
  constexpr int64_t kWidest = int64_t{1} << 60;
  return std::all_of(flat.begin(), flat.end(), [](int64_t each) { return each >= -kWidest && each <= kWidest; });
}

}  // namespace opdk
