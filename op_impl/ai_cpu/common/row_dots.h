// Products of one row with rows that are read in place, because packing a matrix doesn't pay off for a single reading.
// `L`: the register's struct (lanes_*.h).
#pragma once

#include <cstdint>

namespace opdk {

template <typename L>
class RowDotsOf {
 public:
  // Implements VectorFunctions::row_dots.
  static void Run(const float* a, const float* b, int64_t columns, int64_t depth, float* y) {
    int64_t column = 0;
    for (; column + kRows <= columns; column += kRows) {
      const float* first = b + column * depth;
      Dots(a, {first, first + depth, first + 2 * depth, first + 3 * depth}, depth, y + column);
    }
    if (column == columns) return;
    const float* rows[kRows];
    for (int64_t j = 0; j < kRows; ++j) rows[j] = b + (column + j < columns ? column + j : column) * depth;
    float sums[kRows];
    Dots(a, rows, depth, sums);
    for (int64_t j = 0; column + j < columns; ++j) y[column + j] = sums[j];
  }

 private:
  using F = typename L::F;
  // Rows of b that are read together, each with two sums. More long rows would share a set of the first cache.
  static constexpr int kRows = 4;

  static void Dots(const float* a, const float* const (&rows)[kRows], int64_t depth, float* y) {
    F sums[kRows] = {}, others[kRows] = {};
    int64_t k = 0;
    for (; k + 2 * L::kLanes <= depth; k += 2 * L::kLanes) {
      const F left = L::Load(a + k), right = L::Load(a + k + L::kLanes);
#pragma GCC unroll 4
      for (int j = 0; j < kRows; ++j) {
        sums[j] += left * L::Load(rows[j] + k);
        others[j] += right * L::Load(rows[j] + k + L::kLanes);
      }
    }
    if (k + L::kLanes <= depth) {
      const F left = L::Load(a + k);
#pragma GCC unroll 4
      for (int j = 0; j < kRows; ++j) sums[j] += left * L::Load(rows[j] + k);
      k += L::kLanes;
    }
    if (k < depth) {
      const F left = L::LoadFirst(a + k, depth - k);
#pragma GCC unroll 4
      for (int j = 0; j < kRows; ++j) others[j] += left * L::LoadFirst(rows[j] + k, depth - k);
    }
#pragma GCC unroll 4
    for (int j = 0; j < kRows; ++j) sums[j] += others[j];
    L::StoreSums(sums, y);
  }
};

}  // namespace opdk
