// The sum of a matrix' rows: several of them at a time, each read from its beginning to its end as it lies in memory.
// `L`: the register's struct (simd_*.h).
#pragma once

#include <cstdint>

namespace opdk {

// Nothing here is of the standard library, as in transpose_panel.h.
template <typename L>
class SumRowsOf {
 public:
  // Adds up rows: DirectFunctions::sum_rows.
  static void Sum(const float* x, int64_t stride, int64_t rows, float* y, int64_t columns) {
    for (int64_t first = 0; first < columns; first += kBlock) {
      const int64_t count = columns - first < kBlock ? columns - first : kBlock;
      const float* from = x + first;
      Add<1, true>(from, stride, y + first, count);
      int64_t row = 1;
      for (; row + kRows <= rows; row += kRows) Add<kRows, false>(from + row * stride, stride, y + first, count);
      for (; row < rows; ++row) Add<1, false>(from + row * stride, stride, y + first, count);
    }
  }

 private:
  using F = typename L::F;
  static constexpr int kRows = 8;
  // Sums that stay in the first cache beside the rows.
  static constexpr int64_t kBlock = 4096;

  // Adds kCount rows to the sums in y; with kFirst, their sum replaces y.
  template <int kCount, bool kFirst>
  static void Add(const float* from, int64_t stride, float* y, int64_t columns) {
    int64_t column = 0;
    for (; column + L::kLanes <= columns; column += L::kLanes) {
      F parts[kCount];
#pragma GCC unroll 8
      for (int i = 0; i < kCount; ++i) parts[i] = L::Load(from + i * stride + column);
      const F sum = Join<kCount>(parts);
      L::Store(y + column, kFirst ? sum : L::Add(L::Load(y + column), sum));
    }
    if (column == columns) return;
    const int64_t rest = columns - column;
    const F zero = L::Set(0);
    F parts[kCount];
#pragma GCC unroll 8
    for (int i = 0; i < kCount; ++i) parts[i] = L::LoadFirst(from + i * stride + column, rest, zero);
    const F sum = Join<kCount>(parts);
    L::StoreFirst(y + column, kFirst ? sum : L::Add(L::LoadFirst(y + column, rest, zero), sum), rest);
  }

  // Adds the parts in pairs, then the pairs' sums in pairs, and so on.
  template <int kCount>
  static F Join(F (&parts)[kCount]) {
#pragma GCC unroll 4
    for (int step = 1; step < kCount; step *= 2) {
#pragma GCC unroll 8
      for (int i = 0; i + step < kCount; i += 2 * step) parts[i] = L::Add(parts[i], parts[i + step]);
    }
    return parts[0];
  }
};

}  // namespace opdk
