#include "op_impl/ai_cpu/common/row_panels.h"

#include <algorithm>

#include "op_impl/ai_cpu/common/lanes.h"

#ifdef __x86_64__

namespace opdk {
namespace {

constexpr int64_t kPanel = 2 * kLanes;

OPDK_AVX2_INLINE Lanes Load(const float* at) { return *reinterpret_cast<const Lanes*>(at); }
OPDK_AVX2_INLINE void Store(float* at, Lanes lanes) { *reinterpret_cast<Lanes*>(at) = lanes; }

// to[k * kPanel + j] = from[j * depth + k] for 8 of both.
OPDK_AVX2_INLINE void Transpose(const float* from, int64_t depth, float* to) {
  Lanes pairs[kLanes], fours[kLanes];
#pragma GCC unroll 4
  for (int j = 0; j < kLanes; j += 2) {
    const Lanes a = Load(from + j * depth), b = Load(from + (j + 1) * depth);
    pairs[j] = __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13);
    pairs[j + 1] = __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15);
  }
#pragma GCC unroll 2
  for (int j = 0; j < kLanes; j += 4) {
#pragma GCC unroll 2
    for (int k = 0; k < 2; ++k) {
      const Lanes a = pairs[j + k], b = pairs[j + k + 2];
      fours[j + 2 * k] = __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13);
      fours[j + 2 * k + 1] = __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15);
    }
  }
#pragma GCC unroll 4
  for (int k = 0; k < 4; ++k) {
    Store(to + k * kPanel, __builtin_shufflevector(fours[k], fours[k + 4], 0, 1, 2, 3, 8, 9, 10, 11));
    Store(to + (k + 4) * kPanel, __builtin_shufflevector(fours[k], fours[k + 4], 4, 5, 6, 7, 12, 13, 14, 15));
  }
}

OPDK_AVX2 void Pack(const float* b, int64_t columns, int64_t depth, float* panels) {
  for (int64_t j = 0; j < columns; ++j) {
    float* to = panels + j / kPanel * kPanel * depth + j % kPanel;
    const float* from = b + j * depth;
    int64_t k = 0;
    if (j % kLanes == 0 && j + kLanes <= columns) {
      for (; k + kLanes <= depth; k += kLanes) Transpose(from + k, depth, to + k * kPanel);
      for (int64_t row = 0; row < kLanes; ++row) {
        for (int64_t rest = k; rest < depth; ++rest) to[rest * kPanel + row] = from[row * depth + rest];
      }
      j += kLanes - 1;
      continue;
    }
    for (; k < depth; ++k) to[k * kPanel] = from[k];
  }
}

// The first `count` of them, if there are so many; zeros in the others.
OPDK_AVX2_INLINE Lanes LoadFirst(const float* at, int64_t count) {
  if (count >= kLanes) return Load(at);
  Lanes lanes = {};
  for (int64_t lane = 0; lane < count; ++lane) lanes[lane] = at[lane];
  return lanes;
}

OPDK_AVX2_INLINE void StoreFirst(float* at, Lanes lanes, int64_t count) {
  if (count >= kLanes) return Store(at, lanes);
  float copy[kLanes];
  Store(copy, lanes);
  for (int64_t lane = 0; lane < count; ++lane) at[lane] = copy[lane];
}

// kRows rows of a times kPanels panels: their sums stay in registers. The last `columns` may be fewer than the panels have.
template <int kRows, int kPanels>
OPDK_AVX2_INLINE void Block(const float* a, const float* panels, int64_t depth, int64_t columns, const float* start,
                            float* y, int64_t stride) {
  Lanes sums[kRows][2 * kPanels];
#pragma GCC unroll 8
  for (int j = 0; j < 2 * kPanels; ++j) {
    const Lanes first = start == nullptr ? Lanes{} : LoadFirst(start + j * kLanes, columns - j * kLanes);
#pragma GCC unroll 8
    for (int i = 0; i < kRows; ++i) sums[i][j] = first;
  }
  for (int64_t k = 0; k < depth; ++k) {
    Lanes right[2 * kPanels];
#pragma GCC unroll 4
    for (int p = 0; p < kPanels; ++p) {
      right[2 * p] = Load(panels + (p * depth + k) * kPanel);
      right[2 * p + 1] = Load(panels + (p * depth + k) * kPanel + kLanes);
    }
#pragma GCC unroll 8
    for (int i = 0; i < kRows; ++i) {
      const float left = a[i * depth + k];
#pragma GCC unroll 8
      for (int j = 0; j < 2 * kPanels; ++j) sums[i][j] += left * right[j];
    }
  }
#pragma GCC unroll 8
  for (int i = 0; i < kRows; ++i) {
#pragma GCC unroll 8
    for (int j = 0; j < 2 * kPanels; ++j) StoreFirst(y + i * stride + j * kLanes, sums[i][j], columns - j * kLanes);
  }
}

struct Operands {
  const float* a;
  int64_t rows, depth;
  const float* start;
  float* y;
  int64_t stride;

  const float* StartAt(int64_t column) const { return start == nullptr ? nullptr : start + column; }
};

// kRows rows of a times all panels, kPanels at a time.
template <int kRows, int kPanels>
OPDK_AVX2 void RowsTimesPanels(const Operands& of, const float* panels, int64_t columns) {
  int64_t j = 0;
  for (; j + (kPanels - 1) * kPanel < columns; j += kPanels * kPanel) {
    Block<kRows, kPanels>(of.a, panels + j * of.depth, of.depth, columns - j, of.StartAt(j), of.y + j, of.stride);
  }
  for (; j < columns; j += kPanel) {
    Block<kRows, 1>(of.a, panels + j * of.depth, of.depth, columns - j, of.StartAt(j), of.y + j, of.stride);
  }
}

// The next kRows rows of a times a panel.
template <int kRows>
OPDK_AVX2_INLINE void NextRows(Operands& of, const float* panel, int64_t columns) {
  Block<kRows, 1>(of.a, panel, of.depth, columns, of.start, of.y, of.stride);
  of.a += kRows * of.depth;
  of.y += kRows * of.stride;
  of.rows -= kRows;
}

// All rows of a, at least four, times a panel, which stays in the first cache. As many together as registers allow, and
// never so few that sums wait for each other.
OPDK_AVX2 void RowsTimesPanel(Operands of, const float* panel, int64_t columns) {
  while (of.rows > 9) NextRows<6>(of, panel, columns);
  if (of.rows >= 7) NextRows<4>(of, panel, columns);
  if (of.rows == 6) return NextRows<6>(of, panel, columns);
  if (of.rows == 5) return NextRows<5>(of, panel, columns);
  if (of.rows == 4) return NextRows<4>(of, panel, columns);
  if (of.rows == 3) NextRows<3>(of, panel, columns);
}

}  // namespace

bool RowPanels::RunHere() { return HasAvx2(); }

RowPanels::RowPanels(const float* b, int64_t columns, int64_t depth) : columns_(columns), depth_(depth) {
  const int64_t padded = (columns + kPanel - 1) / kPanel * kPanel;
  panels_ = std::make_unique_for_overwrite<float[]>(static_cast<size_t>(padded * depth));
  if (padded != columns) std::fill_n(panels_.get() + (padded - kPanel) * depth, kPanel * depth, 0.0F);
  Pack(b, columns, depth, panels_.get());
}

void RowPanels::Multiply(const float* a, int64_t rows, const float* start, float* y, int64_t stride) const {
  Operands of{a, rows, depth_, start, y, stride};
  // Few rows leave registers for more columns.
  if (rows == 1) return RowsTimesPanels<1, 4>(of, panels_.get(), columns_);
  if (rows == 2) return RowsTimesPanels<2, 2>(of, panels_.get(), columns_);
  if (rows == 3) return RowsTimesPanels<3, 2>(of, panels_.get(), columns_);
  for (int64_t j = 0; j < columns_ && rows != 0; j += kPanel) {
    of.start = start == nullptr ? nullptr : start + j;
    of.y = y + j;
    RowsTimesPanel(of, panels_.get() + j * depth_, columns_ - j);
  }
}

}  // namespace opdk

#else

namespace opdk {

bool RowPanels::RunHere() { return false; }
RowPanels::RowPanels(const float*, int64_t columns, int64_t depth) : columns_(columns), depth_(depth) {}
void RowPanels::Multiply(const float*, int64_t, const float*, float*, int64_t) const {}

}  // namespace opdk

#endif
