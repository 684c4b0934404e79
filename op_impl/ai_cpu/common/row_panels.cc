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

// kRows rows of a times kPanels panels: their sums stay in registers. The last `columns` may be fewer than the panels have.
template <int kRows, int kPanels>
OPDK_AVX2_INLINE void Block(const float* a, const float* panels, int64_t depth, int64_t columns, float* y,
                            int64_t stride) {
  Lanes sums[kRows][2 * kPanels] = {};
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
    for (int j = 0; j < 2 * kPanels; ++j) {
      float* to = y + i * stride + j * kLanes;
      const int64_t count = columns - j * kLanes;
      if (count >= kLanes) {
        Store(to, sums[i][j]);
      } else {
        for (int64_t lane = 0; lane < count; ++lane) to[lane] = sums[i][j][lane];
      }
    }
  }
}

struct Operands {
  const float* a;
  int64_t rows, depth;
  float* y;
  int64_t stride;
};

// kRows rows of a times all panels, kPanels at a time.
template <int kRows, int kPanels>
OPDK_AVX2 void RowsTimesPanels(const Operands& of, const float* panels, int64_t columns) {
  int64_t j = 0;
  for (; j + (kPanels - 1) * kPanel < columns; j += kPanels * kPanel) {
    Block<kRows, kPanels>(of.a, panels + j * of.depth, of.depth, columns - j, of.y + j, of.stride);
  }
  for (; j < columns; j += kPanel) {
    Block<kRows, 1>(of.a, panels + j * of.depth, of.depth, columns - j, of.y + j, of.stride);
  }
}

}  // namespace

bool RowPanels::RunHere() { return HasAvx2(); }

RowPanels::RowPanels(const float* b, int64_t columns, int64_t depth) : columns_(columns), depth_(depth) {
  const int64_t padded = (columns + kPanel - 1) / kPanel * kPanel;
  panels_ = std::make_unique_for_overwrite<float[]>(static_cast<size_t>(padded * depth));
  if (padded != columns) std::fill_n(panels_.get() + (padded - kPanel) * depth, kPanel * depth, 0.0F);
  Pack(b, columns, depth, panels_.get());
}

void RowPanels::Multiply(const float* a, int64_t rows, float* y, int64_t stride) const {
  Operands of{a, rows, depth_, y, stride};
  const auto next = [&](auto times, int64_t count) {
    times(of, panels_.get(), columns_);
    of.a += count * depth_;
    of.y += count * stride;
    of.rows -= count;
  };
  // Few rows leave registers for more columns; what is left of the rows should not be too few.
  while (of.rows > 8 || of.rows == 6) next(RowsTimesPanels<6, 1>, 6);
  while (of.rows == 4 || of.rows > 6) next(RowsTimesPanels<4, 1>, 4);
  if (of.rows == 3 || of.rows == 5) next(RowsTimesPanels<3, 2>, 3);
  if (of.rows == 2) next(RowsTimesPanels<2, 2>, 2);
  if (of.rows == 1) next(RowsTimesPanels<1, 4>, 1);
}

}  // namespace opdk

#else

namespace opdk {

bool RowPanels::RunHere() { return false; }
RowPanels::RowPanels(const float*, int64_t columns, int64_t depth) : columns_(columns), depth_(depth) {}
void RowPanels::Multiply(const float*, int64_t, float*, int64_t) const {}

}  // namespace opdk

#endif
