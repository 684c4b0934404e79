// The products of row_panels.h, for one instruction set. `L`: the register's struct (lanes_*.h).
#pragma once

#include <cstdint>

#include "op_impl/ai_cpu/common/vector_functions.h"

namespace opdk {

template <typename L>
class PanelProductsOf {
 public:
  static constexpr int64_t kPanel = 2 * L::kLanes;

  // Implements VectorFunctions::pack_panels.
  static void Pack(const float* b, int64_t columns, int64_t depth, float* panels) {
    for (int64_t j = 0; j < columns; ++j) {
      float* to = panels + j / kPanel * kPanel * depth + j % kPanel;
      const float* from = b + j * depth;
      int64_t k = 0;
      if (j % kTile == 0 && j + kTile <= columns) {
        for (; k + kTile <= depth; k += kTile) Transpose(from + k, depth, to + k * kPanel);
        for (int64_t row = 0; row < kTile; ++row) {
          for (int64_t rest = k; rest < depth; ++rest) to[rest * kPanel + row] = from[row * depth + rest];
        }
        j += kTile - 1;
        continue;
      }
      for (; k < depth; ++k) to[k * kPanel] = from[k];
    }
  }

  // Implements VectorFunctions::multiply_panels.
  static void Multiply(const PanelProduct& product) {
    // Few rows leave registers for more columns.
    if (product.rows == 1) return RowsTimesPanels<1, 4>(product);
    if (product.rows == 2) return RowsTimesPanels<2, 2>(product);
    if (product.rows == 3) return RowsTimesPanels<3, 2>(product);
    for (int64_t j = 0; j < product.columns && product.rows != 0; j += kPanel) RowsTimesPanel(From(product, j));
  }

 private:
  using F = typename L::F;
  static constexpr int64_t kTile = 8;

  // Returns the product's columns from `column` on, where a panel begins.
  static PanelProduct From(PanelProduct product, int64_t column) {
    product.panels += column * product.depth;
    product.columns -= column;
    product.y += column;
    if (product.start != nullptr) product.start += column;
    return product;
  }

  // Transposes a tile: to[k * kPanel + j] = from[j * depth + k] for kTile of both.
  static void Transpose(const float* from, int64_t depth, float* to) {
    using T [[gnu::vector_size(kTile * sizeof(float)), gnu::aligned(alignof(float)), gnu::may_alias]] = float;
    T pairs[kTile], fours[kTile];
#pragma GCC unroll 4
    for (int j = 0; j < kTile; j += 2) {
      const T a = *reinterpret_cast<const T*>(from + j * depth),
              b = *reinterpret_cast<const T*>(from + (j + 1) * depth);
      pairs[j] = __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13);
      pairs[j + 1] = __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15);
    }
#pragma GCC unroll 2
    for (int j = 0; j < kTile; j += 4) {
#pragma GCC unroll 2
      for (int k = 0; k < 2; ++k) {
        const T a = pairs[j + k], b = pairs[j + k + 2];
        fours[j + 2 * k] = __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13);
        fours[j + 2 * k + 1] = __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15);
      }
    }
#pragma GCC unroll 4
    for (int k = 0; k < 4; ++k) {
      const T a = fours[k], b = fours[k + 4];
      *reinterpret_cast<T*>(to + k * kPanel) = __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11);
      *reinterpret_cast<T*>(to + (k + 4) * kPanel) = __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15);
    }
  }

  // Multiplies the first kRows rows by the first kRegisters registers of columns, two in a panel. The sums stay in
  // registers. The last register may have fewer columns.
  template <int kRows, int kRegisters>
  static void Block(const PanelProduct& of) {
    F sums[kRows][kRegisters];
#pragma GCC unroll 8
    for (int j = 0; j < kRegisters; ++j) {
      const int64_t count = of.columns - j * L::kLanes;
      const F first = of.start == nullptr  ? F{}
                      : count >= L::kLanes ? L::Load(of.start + j * L::kLanes)
                                           : L::LoadFirst(of.start + j * L::kLanes, count < 0 ? 0 : count);
#pragma GCC unroll 16
      for (int i = 0; i < kRows; ++i) sums[i][j] = first;
    }
    const int64_t depth = of.depth;
    for (int64_t k = 0; k < depth; ++k) {
      F right[kRegisters];
#pragma GCC unroll 8
      for (int j = 0; j < kRegisters; ++j) {
        right[j] = L::Load(of.panels + (j / 2 * depth + k) * kPanel + j % 2 * L::kLanes);
      }
#pragma GCC unroll 16
      for (int i = 0; i < kRows; ++i) {
        const F left = L::Once(L::Set(of.a[i * depth + k]));
#pragma GCC unroll 8
        for (int j = 0; j < kRegisters; ++j) sums[i][j] += left * right[j];
      }
    }
#pragma GCC unroll 16
    for (int i = 0; i < kRows; ++i) {
#pragma GCC unroll 8
      for (int j = 0; j < kRegisters; ++j) {
        float* y = of.y + i * of.stride + j * L::kLanes;
        const int64_t count = of.columns - j * L::kLanes;
        if (count >= L::kLanes) {
          L::Store(y, sums[i][j]);
        } else if (count > 0) {
          L::StoreFirst(y, sums[i][j], count);
        }
      }
    }
  }

  // Multiplies by one panel, or by the half of it that has columns.
  template <int kRows>
  static void Panel(const PanelProduct& of) {
    of.columns > L::kLanes ? Block<kRows, 2>(of) : Block<kRows, 1>(of);
  }

  // Multiplies kRows rows by all panels, kPanels at a time.
  template <int kRows, int kPanels>
  static void RowsTimesPanels(const PanelProduct& of) {
    int64_t j = 0;
    for (; j + (kPanels - 1) * kPanel < of.columns; j += kPanels * kPanel) Block<kRows, 2 * kPanels>(From(of, j));
    for (; j < of.columns; j += kPanel) Panel<kRows>(From(of, j));
  }

  template <int kRows>
  static void NextRows(PanelProduct& of) {
    Panel<kRows>(of);
    of.a += kRows * of.depth;
    of.y += kRows * of.stride;
    of.rows -= kRows;
  }

  // Multiplies all rows, at least four, by a panel, which stays in the first cache. Takes as many rows together as
  // registers allow, and never so few that sums wait for each other.
  static void RowsTimesPanel(PanelProduct of) {
    constexpr int kMost = L::kSums / 2;
    if constexpr (kMost >= 12) {
      while (of.rows > 16 || of.rows == 15 || of.rows == 12) NextRows<12>(of);
      if (of.rows == 16) NextRows<8>(of);
      if (of.rows >= 13 || of.rows == 8) NextRows<8>(of);
    }
    while (of.rows > 9) NextRows<6>(of);
    if (of.rows >= 7) NextRows<4>(of);
    if (of.rows == 6) return NextRows<6>(of);
    if (of.rows == 5) return NextRows<5>(of);
    if (of.rows == 4) return NextRows<4>(of);
    if (of.rows == 3) NextRows<3>(of);
  }
};

}  // namespace opdk
