// Transposes a matrix tile by tile; `Tiles` transposes one tile (transpose_*.h).
#pragma once

#include <cstdint>
#include <type_traits>

#include "graph_core/engines/ai_core/direct/transpose_short.h"

namespace opdk {

// Nothing here is of the standard library: a function of its that isn't inlined would be shared with files that are
// compiled for any processor.
template <typename Tiles>
class TransposeOf {
 public:
  // Transposes a matrix: TransposeFunction.
  static void Panel(const void* from_bytes, int64_t from_stride, int64_t rows, void* to_bytes, int64_t to_stride,
                    int64_t columns, bool stream) {
    const T* from = static_cast<const T*>(from_bytes);
    T* to = static_cast<T*>(to_bytes);
    if constexpr (!std::is_void_v<typename Tiles::Lanes>) {
      if (TransposeShort<typename Tiles::Lanes>(from, from_stride, rows, to, to_stride, columns)) return;
    }
    constexpr bool kWholeLines = kTile * sizeof(T) == 64;
    stream = stream && kWholeLines && reinterpret_cast<uintptr_t>(to) % 64 == 0 && to_stride * sizeof(T) % 64 == 0;
    if (kWholeLines && !stream) {
      // Along the longer side, whose lines the processor then foresees.
      return Strips<false>(from, from_stride, rows, to, to_stride, columns, columns >= rows);
    }
    // Blocks: as many pages of memory are in use at a time, and lines that tiles fill by parts stay near until then.
    for (int64_t j = 0; j < columns; j += kBlock) {
      for (int64_t i = 0; i < rows; i += kBlock) {
        const T* source = from + i * from_stride + j;
        T* target = to + j * to_stride + i;
        const int64_t height = Least(kBlock, rows - i), width = Least(kBlock, columns - j);
        if (stream) {
          Strips<kWholeLines>(source, from_stride, height, target, to_stride, width, true);
        } else {
          Strips<false>(source, from_stride, height, target, to_stride, width, false);
        }
      }
    }
  }

 private:
  using T = typename Tiles::T;
  static constexpr int64_t kTile = Tiles::kTile, kBlock = 64;

  static int64_t Least(int64_t a, int64_t b) { return a < b ? a : b; }

  template <bool kStream>
  static void Strips(const T* from, int64_t from_stride, int64_t rows, T* to, int64_t to_stride, int64_t columns,
                     bool along_columns) {
    const int64_t across = along_columns ? rows : columns, length = along_columns ? columns : rows;
    for (int64_t a = 0; a < across; a += kTile) {
      for (int64_t b = 0; b < length; b += kTile) {
        const int64_t i = along_columns ? a : b, j = along_columns ? b : a;
        const T* source = from + i * from_stride + j;
        T* target = to + j * to_stride + i;
        if (i + kTile <= rows && j + kTile <= columns) {
          const T* next_source = source + (along_columns ? kTile : kTile * from_stride);
          const T* next_target = target + (along_columns ? kTile * to_stride : kTile);
          Tiles::template Whole<kStream>(source, from_stride, target, to_stride, next_source, next_target);
        } else {
          Tiles::Part(source, from_stride, Least(kTile, rows - i), target, to_stride, Least(kTile, columns - j));
        }
      }
    }
  }
};

}  // namespace opdk
