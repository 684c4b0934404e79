// Bytes transposed in tiles of 16 x 16, several side by side in wide registers: each lane of 16 bytes holds a row of
// one. `Wide...`: the registers, widest first.
#pragma once

#include <immintrin.h>

#include <cstdint>

#include "graph_core/engines/ai_core/direct/direct_functions.h"

namespace opdk {

// Always inlined: another file's copy may be for other instructions.
struct Bytes16 {
  using V = __m128i;
  static constexpr int kLanes = 1;
  [[gnu::always_inline]] static V Load(const uint8_t* p) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
  }
  [[gnu::always_inline]] static V Low(V a, V b) { return _mm_unpacklo_epi8(a, b); }
  [[gnu::always_inline]] static V High(V a, V b) { return _mm_unpackhi_epi8(a, b); }
  template <int>
  [[gnu::always_inline]] static __m128i Lane(V v) {
    return v;
  }
};

struct Bytes32 {
  using V = __m256i;
  static constexpr int kLanes = 2;
  [[gnu::always_inline]] static V Load(const uint8_t* p) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
  }
  [[gnu::always_inline]] static V Low(V a, V b) { return _mm256_unpacklo_epi8(a, b); }
  [[gnu::always_inline]] static V High(V a, V b) { return _mm256_unpackhi_epi8(a, b); }
  template <int kLane>
  [[gnu::always_inline]] static __m128i Lane(V v) {
    return _mm256_extracti128_si256(v, kLane);
  }
};

// Nothing here is of the standard library, as in transpose_panel.h.
template <typename... Wide>
class TransposeBytesOf {
 public:
  // Transposes a matrix of bytes: TransposeFunction.
  static void Panel(const void* from_bytes, int64_t from_stride, int64_t rows, void* to_bytes, int64_t to_stride,
                    int64_t columns, bool stream) {
    // Lines a page apart push each other out of the cache: there it is prefetching that counts.
    constexpr int64_t kPage = 4096;
    if (rows < kTile || columns < kTile || to_stride % kPage == 0) {
      return BaselineFunctions().transpose1(from_bytes, from_stride, rows, to_bytes, to_stride, columns, stream);
    }
    const auto* from = static_cast<const uint8_t*>(from_bytes);
    auto* to = static_cast<uint8_t*>(to_bytes);
    // Blocks: as many pages of memory are in use at a time, and lines that tiles fill by parts stay near until then.
    for (int64_t j = 0; j < columns; j += kBlock) {
      const int64_t end = j + kBlock < columns ? j + kBlock : columns;
      for (int64_t i = 0; i < rows; i += kTile) {
        // Tiles at the ends overlap others, so that all are whole.
        const int64_t row = i + kTile <= rows ? i : rows - kTile;
        Strip(from + row * from_stride, from_stride, to + row, to_stride, j, end);
      }
    }
  }

 private:
  static constexpr int64_t kTile = 16, kBlock = 64;

  // Transposes columns [begin, end) of a row of tiles.
  static void Strip(const uint8_t* from, int64_t from_stride, uint8_t* to, int64_t to_stride, int64_t begin,
                    int64_t end) {
    (Tiles<Wide>(from, from_stride, to, to_stride, begin, end), ...);
    Tiles<Bytes16>(from, from_stride, to, to_stride, begin, end);
    if (begin == end) return;
    begin = end - kTile;
    Tiles<Bytes16>(from, from_stride, to, to_stride, begin, end);
  }

  // Transposes as many tiles as fit from `begin` on, and advances `begin` past them.
  template <typename B>
  static void Tiles(const uint8_t* from, int64_t from_stride, uint8_t* to, int64_t to_stride, int64_t& begin,
                    int64_t end) {
    for (; begin + B::kLanes * kTile <= end; begin += B::kLanes * kTile) {
      Whole<B>(from + begin, from_stride, to + begin * to_stride, to_stride);
    }
  }

  template <typename B>
  static void Whole(const uint8_t* from, int64_t from_stride, uint8_t* to, int64_t to_stride) {
    typename B::V r[kTile], t[kTile];
#pragma GCC unroll 16
    for (int64_t i = 0; i < kTile; ++i) r[i] = B::Load(from + i * from_stride);
      // As in BaselineTiles::Whole.
#pragma GCC unroll 4
    for (int64_t round = 1; round < kTile; round *= 2) {
#pragma GCC unroll 16
      for (int64_t i = 0; i < kTile / 2; ++i) {
        t[2 * i] = B::Low(r[i], r[i + kTile / 2]);
        t[2 * i + 1] = B::High(r[i], r[i + kTile / 2]);
      }
#pragma GCC unroll 16
      for (int64_t i = 0; i < kTile; ++i) r[i] = t[i];
    }
#pragma GCC unroll 16
    for (int64_t j = 0; j < kTile; ++j) Store<B, 0>(r[j], to + j * to_stride, kTile * to_stride);
  }

  template <typename B, int kLane>
  static void Store(typename B::V columns, uint8_t* to, int64_t stride) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to + kLane * stride), B::template Lane<kLane>(columns));
    if constexpr (kLane + 1 < B::kLanes) Store<B, kLane + 1>(columns, to, stride);
  }
};

}  // namespace opdk
