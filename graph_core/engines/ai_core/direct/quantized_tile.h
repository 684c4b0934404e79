// Products of small integers in registers, quantized before they leave them: each register holds a group of terms for
// every column it has lanes for. `L`: the register's struct (simd_*.h).
#pragma once

#include <cstdint>

#include "graph_core/engines/ai_core/direct/direct_functions.h"

namespace opdk {

// Nothing here is of the standard library, as in transpose_panel.h.
template <typename L>
class QuantizedTileOf {
 public:
  // Computes a tile: DirectFunctions::quantized_tile.
  static void Multiply(const QuantizedTile& tile) {
    if constexpr (L::kHasBytes) {
      if (tile.form == Form::kBytes) return Panel<Form::kBytes>(tile);
    }
    Panel<Form::kPairs>(tile);
  }

 private:
  using F = typename L::F;
  using I = typename L::I;
  using Form = QuantizedTile::Form;
  static constexpr int kMost = QuantizedTile::kColumnsOf(L::kLanes) / static_cast<int>(L::kLanes);
  // Where a register holds few columns, more rows would not stay in registers.
  static constexpr int kTogether = L::kLanes > 4 ? QuantizedTile::kRows : 2;

  template <Form kForm>
  static void Panel(const QuantizedTile& tile) {
    if (tile.registers == 1) return AllRows<kForm, 1>(tile);
    if (kMost == 2 || tile.registers == 2) return AllRows<kForm, 2>(tile);
    AllRows<kForm, kMost>(tile);
  }

  template <Form kForm, int kRegisters>
  static void AllRows(const QuantizedTile& tile) {
    int row = 0;
    for (; row + kTogether <= tile.rows; row += kTogether) Rows<kForm, kTogether, kRegisters>(tile, row);
    if constexpr (kTogether > 4) {
      if (tile.rows - row >= 4) Rows<kForm, 4, kRegisters>(tile, row), row += 4;
    }
    if constexpr (kTogether > 2) {
      if (tile.rows - row >= 2) Rows<kForm, 2, kRegisters>(tile, row), row += 2;
    }
    if (tile.rows > row) Rows<kForm, 1, kRegisters>(tile, row);
  }

  template <Form kForm>
  static I Add(I sum, I row, I column) {
    if constexpr (kForm == Form::kBytes) {
      return L::AddBytes(sum, row, column);
    } else {
      return L::AddPairs(sum, row, column);
    }
  }

  template <Form kForm, int kCount, int kRegisters>
  static void Rows(const QuantizedTile& tile, int first) {
    constexpr int64_t kRegister = L::kLanes * IntegerTile::kGroup;
    I sums[kCount][kRegisters];
#pragma GCC unroll 8
    for (int i = 0; i < kCount; ++i) {
#pragma GCC unroll 4
      for (int j = 0; j < kRegisters; ++j) sums[i][j] = L::OnceI(L::LoadI(tile.start + j * L::kLanes));
    }
    const uint8_t* b = tile.b;
    for (int64_t run = 0; run < tile.runs; ++run) {
      const uint8_t* a[kCount];
#pragma GCC unroll 8
      for (int i = 0; i < kCount; ++i) a[i] = tile.a[first + i] + tile.run_offsets[run];
      for (int64_t group = 0; group < tile.groups; ++group) {
        I columns[kRegisters];
#pragma GCC unroll 4
        for (int j = 0; j < kRegisters; ++j) columns[j] = L::LoadI(b + j * kRegister);
#pragma GCC unroll 8
        for (int i = 0; i < kCount; ++i) {
          const I terms = L::SetGroup(a[i] + group * IntegerTile::kGroup);
#pragma GCC unroll 4
          for (int j = 0; j < kRegisters; ++j) sums[i][j] = Add<kForm>(sums[i][j], terms, columns[j]);
        }
        b += kRegisters * kRegister;
      }
    }
    // The sums go through memory, because they would not stay in registers beside the numbers that quantizing needs.
    alignas(64) int32_t all[kCount * kRegisters * L::kLanes];
#pragma GCC unroll 8
    for (int i = 0; i < kCount; ++i) {
#pragma GCC unroll 4
      for (int j = 0; j < kRegisters; ++j) L::StoreI(all + (i * kRegisters + j) * L::kLanes, sums[i][j]);
    }
    Quantize(tile, first, kCount, kRegisters, all);
  }

  static I SumOf(const QuantizedTile& tile, const int32_t* sums, int row, int64_t column) {
    const I sum = L::LoadI(sums);
    if (tile.data_sums == nullptr) return sum;
    return L::AddI(sum, L::MulI(L::SetI(tile.data_sums[row]), L::LoadI(tile.factors + column)));
  }

  [[gnu::noinline]] static void Quantize(const QuantizedTile& tile, int first, int rows, int registers,
                                         const int32_t* sums) {
    if constexpr (L::kStored > 1) {
      const bool fills = registers == L::kStored, fill_half = 2 * registers == L::kStored && L::kStored > 2;
      if (tile.finite && fills) return QuantizeNumbers<1>(tile, first, rows, sums);
      if (tile.finite && fill_half && rows % 2 == 0) return QuantizeNumbers<2>(tile, first, rows, sums);
    }
    const F low = L::Set(tile.low), high = L::Set(tile.high);
    const I zero = L::SetI(tile.zero_point);
    for (int i = 0; i < rows; ++i) {
      for (int j = 0; j < registers; ++j) {
        const int64_t column = j * L::kLanes;
        const I sum = SumOf(tile, sums + (i * registers + j) * L::kLanes, first + i, column);
        const F scaled = L::Mul(L::ToFloat(sum), L::Load(tile.scales + column));
        L::StoreBytes(tile.y + (first + i) * tile.y_stride + column, L::Min(L::Max(scaled, low), high), zero, scaled);
      }
    }
  }

  // Quantizes sums whose scales are finite, so that no NaN can arise. First joins the registers of kRows rows.
  template <int kRows>
  static void QuantizeNumbers(const QuantizedTile& tile, int first, int rows, const int32_t* sums) {
    constexpr int kStored = L::kStored, kEach = kStored / kRows;
    const F low = L::Set(tile.low), high = L::Set(tile.high);
    F scales[kEach];
#pragma GCC unroll 4
    for (int j = 0; j < kEach; ++j) scales[j] = L::Load(tile.scales + j * L::kLanes);
    for (int i = 0; i < rows; i += kRows) {
      F numbers[kStored];
#pragma GCC unroll 4
      for (int j = 0; j < kStored; ++j) {
        const I sum = SumOf(tile, sums + (i * kEach + j) * L::kLanes, first + i + j / kEach, j % kEach * L::kLanes);
        numbers[j] = L::Min(L::Max(L::Mul(L::ToFloat(sum), scales[j % kEach]), low), high);
      }
      L::template StoreTogether<kRows>(tile.y + (first + i) * tile.y_stride, tile.y_stride, numbers, tile.zero_point,
                                       tile.is_signed);
    }
  }
};

}  // namespace opdk
