// Products of small integers in registers: each holds a group of terms for every column it has lanes for.
// `L`: the register's struct (simd_*.h).
#pragma once

#include <cstdint>

#include "graph_core/engines/ai_core/direct/direct_functions.h"

namespace opdk {

// Nothing here is of the standard library, as in transpose_panel.h.
template <typename L>
class IntegerTileOf {
 public:
  // Computes a tile: DirectFunctions::integer_tile.
  static void Multiply(const IntegerTile& tile) {
    if constexpr (L::kHasBytes) {
      if (tile.form == Form::kUnsignedRows) return AllRows<Form::kUnsignedRows>(tile);
      if (tile.form == Form::kUnsignedColumns) return AllRows<Form::kUnsignedColumns>(tile);
    }
    AllRows<Form::kPairs>(tile);
  }

 private:
  using I = typename L::I;
  using Form = IntegerTile::Form;
  static constexpr int kRegisters = IntegerTile::kColumns / static_cast<int>(L::kLanes);
  // Where a register holds few columns, more rows would not stay in registers.
  static constexpr int kTogether = kRegisters <= 2 ? IntegerTile::kRows : 2;

  template <Form kForm>
  static void AllRows(const IntegerTile& tile) {
    int64_t row = 0;
    for (; row + kTogether <= tile.rows; row += kTogether) Rows<kForm, kTogether>(tile, row);
    switch (tile.rows - row) {
      case 5:
        return Rows < kForm, 5 < kTogether ? 5 : 1 > (tile, row);
      case 4:
        return Rows < kForm, 4 < kTogether ? 4 : 1 > (tile, row);
      case 3:
        return Rows < kForm, 3 < kTogether ? 3 : 1 > (tile, row);
      case 2:
        return Rows < kForm, 2 < kTogether ? 2 : 1 > (tile, row);
      case 1:
        return Rows<kForm, 1>(tile, row);
      default:
        return;
    }
  }

  template <Form kForm>
  static I Add(I sum, I row, I column) {
    if constexpr (kForm == Form::kUnsignedRows) {
      return L::AddBytes(sum, row, column);
    } else if constexpr (kForm == Form::kUnsignedColumns) {
      return L::AddBytes(sum, column, row);
    } else {
      return L::AddPairs(sum, row, column);
    }
  }

  // Returns the initial sums of a register of a row's columns.
  static I First(const IntegerTile& tile, int64_t row, int column_register) {
    const int64_t column = column_register * L::kLanes;
    if (tile.adds) return L::LoadI(tile.y + row * tile.y_stride + column);
    if (tile.start == nullptr) return I{};
    return tile.start_of_columns ? L::LoadI(tile.start + column) : L::SetGroup(tile.start + row);
  }

  template <Form kForm, int kCount>
  static void Rows(const IntegerTile& tile, int64_t first) {
    I sums[kCount][kRegisters];
    int32_t* y = tile.y + first * tile.y_stride;
#pragma GCC unroll 8
    for (int i = 0; i < kCount; ++i) {
#pragma GCC unroll 4
      for (int j = 0; j < kRegisters; ++j) {
        sums[i][j] = First(tile, first + i, j);
      }
    }
    const uint8_t* a = tile.a + first * tile.a_stride;
    const uint8_t* b = tile.b;
    constexpr int64_t kRegister = L::kLanes * IntegerTile::kGroup;
    for (int64_t group = 0; group < tile.groups; ++group) {
      I columns[kRegisters];
#pragma GCC unroll 4
      for (int j = 0; j < kRegisters; ++j) columns[j] = L::LoadI(b + j * kRegister);
#pragma GCC unroll 8
      for (int i = 0; i < kCount; ++i) {
        const I terms = L::SetGroup(a + i * tile.a_stride);
#pragma GCC unroll 4
        for (int j = 0; j < kRegisters; ++j) sums[i][j] = Add<kForm>(sums[i][j], terms, columns[j]);
      }
      a += IntegerTile::kGroup;
      b += kRegisters * kRegister;
    }
#pragma GCC unroll 8
    for (int i = 0; i < kCount; ++i) {
#pragma GCC unroll 4
      for (int j = 0; j < kRegisters; ++j) L::StoreI(y + i * tile.y_stride + j * L::kLanes, sums[i][j]);
    }
  }
};

}  // namespace opdk
