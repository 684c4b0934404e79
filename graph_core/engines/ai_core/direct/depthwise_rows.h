// Depthwise convolution on row-major planes, vectors along the rows: a few rows of the result at a time, from copies of
// the rows they read that have the padding's zeros and, with a stride, one stretch per remainder of the column.
// `L`: the register's struct (simd_*.h).
#pragma once

#include <cstddef>
#include <cstdint>

#include "graph_core/engines/ai_core/direct/direct_functions.h"

namespace opdk {

// Nothing here is of the standard library, as in transpose_panel.h.
template <typename L>
class DepthwiseOf {
 public:
  // As DirectFunctions::depthwise.
  static void Planes(const DepthwisePlanes& job, int64_t begin, int64_t end) {
    for (int64_t plane = begin; plane < end; ++plane) {
      const int64_t channel = plane % job.channels;
      const Plane at{job.x + plane / job.multiplier * job.height * job.width,
                     job.weights + channel * job.kernel * job.kernel, job.bias == nullptr ? 0 : job.bias[channel],
                     job.y + plane * job.out_height * job.out_width};
      if (!AllFinite(at.weights, job.kernel * job.kernel)) {
        TapByTap(job, at);
      } else if (job.kernel == 3) {
        job.stride == 1 ? Strips<3, 1>(job, at) : Strips<3, 2>(job, at);
      } else {
        job.stride == 1 ? Strips<5, 1>(job, at) : Strips<5, 2>(job, at);
      }
    }
  }

 private:
  using F = typename L::F;
  static constexpr int64_t kLanes = L::kLanes;
  // Rows of the result at a time; columns of it at a time, so that the copies stay in the first cache.
  template <int K, int S>
  static constexpr int kRows = kLanes == 16 && K == 3 && S == 1 ? 8 : 4;
  static constexpr int64_t kStrip = 256;

  struct Plane {
    const float *x, *weights;
    float bias;
    float* y;
  };

  static int64_t Least(int64_t a, int64_t b) { return a < b ? a : b; }
  static int64_t Most(int64_t a, int64_t b) { return a < b ? b : a; }

  static bool AllFinite(const float* values, int count) {
    bool finite = true;
    for (int i = 0; i < count; ++i) finite = finite && values[i] - values[i] == 0;
    return finite;
  }

  // Multiplies nothing with the padding: infinities in the filter would make NaN of its zeros.
  static void TapByTap(const DepthwisePlanes& job, const Plane& at) {
    for (int64_t row = 0; row < job.out_height; ++row) {
      for (int64_t column = 0; column < job.out_width; ++column) {
        float sum = at.bias;
        for (int i = 0; i < job.kernel; ++i) {
          const int64_t y = row * job.stride - job.top + i;
          if (y < 0 || y >= job.height) continue;
          for (int j = 0; j < job.kernel; ++j) {
            const int64_t x = column * job.stride - job.left + j;
            if (x >= 0 && x < job.width) sum += at.weights[i * job.kernel + j] * at.x[y * job.width + x];
          }
        }
        if (job.clamps) {
          sum = sum > job.low ? sum : job.low;
          sum = sum < job.high ? sum : job.high;
        }
        at.y[row * job.out_width + column] = sum;
      }
    }
  }

  // The columns of x that a strip of the result reads. Column c of the padded row, counted from the strip's first, is
  // element origin[c % S] + c / S of stretch c % S of a copy.
  struct Columns {
    int64_t first = 0;            // of the strip, in the result
    int64_t count = 0;            // of the result
    int64_t inside = 0;           // the first of the padded row that isn't padding
    int64_t length = 0;           // so many that aren't
    const float* from = nullptr;  // x's element there in row 0
    int64_t origin[2] = {0, 0};
  };

  template <int K, int S>
  struct Copies {
    static constexpr int kCount = (kRows<K, S> - 1) * S + K;
    // The strip, what the taps reach beyond it, the origin, and a register written past the end.
    static constexpr int64_t kStretch = kStrip + 3 * kLanes + K;
    static constexpr int64_t kAligned = (kStretch + 15) / 16 * 16;
    alignas(64) float memory[kCount][S][kAligned];
    float (*rows[kCount])[kAligned];  // in the order of x's rows
  };

  template <int K, int S>
  static void Strips(const DepthwisePlanes& job, const Plane& at) {
    Copies<K, S> copies;
    for (int i = 0; i < Copies<K, S>::kCount; ++i) copies.rows[i] = copies.memory[i];
    for (int64_t first = 0; first < job.out_width; first += kStrip) {
      Columns columns;
      columns.first = first;
      columns.count = Least(kStrip, job.out_width - first);
      const int64_t start = first * S - job.left;
      const int64_t read = (columns.count - 1) * S + K;
      columns.inside = Least(Most(0, -start), read);
      const int64_t from = start + columns.inside;
      columns.length = Most(0, Least(job.width - from, read - columns.inside));
      columns.from = at.x + from;
      // What isn't padding is stored aligned.
      for (int c = 0; c < S; ++c) columns.origin[c] = (kLanes - (columns.inside + S - 1 - c) / S % kLanes) % kLanes;
      for (int64_t row = 0; row < job.out_height; row += kRows<K, S>) Group<K, S>(job, at, columns, copies, row);
    }
  }

  template <int K, int S>
  static void Group(const DepthwisePlanes& job, const Plane& at, const Columns& columns, Copies<K, S>& copies,
                    int64_t row) {
    constexpr int kCount = Copies<K, S>::kCount, kKept = K - S;
    if (row > 0) {
      // The last rows of the group before are the first of this one.
      using Row = float[Copies<K, S>::kAligned];
      Row* kept[kKept > 0 ? kKept : 1];
      for (int i = 0; i < kKept; ++i) kept[i] = copies.rows[kCount - kKept + i];
      for (int i = kCount - 1; i >= kKept; --i) copies.rows[i] = copies.rows[i - kKept];
      for (int i = 0; i < kKept; ++i) copies.rows[i] = kept[i];
    }
    for (int i = row > 0 ? kKept : 0; i < kCount; ++i) {
      const int64_t y = row * S - job.top + i;
      FillRow<K, S>(columns, y < 0 || y >= job.height ? nullptr : columns.from + y * job.width, copies.rows[i]);
    }
    Multiply<K, S>(job, at, columns, copies, row);
  }

  // Whole registers: up to one less than a register beyond `to`, which is written afterwards or read by nobody.
  static void Zero(float* from, const float* to) {
    for (; from < to; from += kLanes) L::Store(from, L::Set(0));
  }

  // `from`: the first element that isn't padding; nullptr: all is padding.
  template <int K, int S, size_t kAligned>
  static void FillRow(const Columns& columns, const float* from, float (*to)[kAligned]) {
    const F zero = L::Set(0);
    const int64_t length = from == nullptr ? 0 : columns.length;
    // The strip in whole registers, and what taps reach beyond it.
    const int64_t end = (columns.count + kLanes - 1) / kLanes * kLanes + K;
    if constexpr (S == 1) {
      float* row = to[0] + columns.origin[0];
      const float* row_end = row + end;
      Zero(row, row + columns.inside);
      row += columns.inside;
      int64_t i = 0;
      for (; i + kLanes <= length; i += kLanes) L::Store(row + i, L::Load(from + i));
      if (i < length) L::Store(row + i, L::LoadFirst(from + i, length - i, zero));
      Zero(row + length, row_end);
    } else {
      float *even = to[0] + columns.origin[0], *odd = to[1] + columns.origin[1];
      const float *even_end = even + end, *odd_end = odd + end;
      Zero(even, even + (columns.inside + 1) / 2);
      Zero(odd, odd + columns.inside / 2);
      even += (columns.inside + 1) / 2;
      odd += columns.inside / 2;
      // Where the elements 0, 2, 4 … go, and 1, 3, 5 …
      float *first = columns.inside % 2 == 0 ? even : odd, *second = columns.inside % 2 == 0 ? odd : even;
      int64_t i = 0;
      for (; i + 2 * kLanes <= length; i += 2 * kLanes) {
        const F a = L::Load(from + i), b = L::Load(from + i + kLanes);
        L::Store(first + i / 2, L::Even(a, b));
        L::Store(second + i / 2, L::Odd(a, b));
      }
      if (i < length) {
        const int64_t rest = length - i;
        const F a = rest < kLanes ? L::LoadFirst(from + i, rest, zero) : L::Load(from + i);
        const F b = rest > kLanes ? L::LoadFirst(from + i + kLanes, rest - kLanes, zero) : zero;
        L::Store(first + i / 2, L::Even(a, b));
        L::Store(second + i / 2, L::Odd(a, b));
        i += 2 * kLanes;
      }
      Zero(even + i / 2, even_end);
      Zero(odd + i / 2, odd_end);
    }
  }

  template <int K, int S>
  static void Multiply(const DepthwisePlanes& job, const Plane& at, const Columns& columns, const Copies<K, S>& copies,
                       int64_t row) {
    F weights[K * K];
#pragma GCC unroll 25
    for (int i = 0; i < K * K; ++i) weights[i] = L::Set(at.weights[i]);
    const F bias = L::Set(at.bias), low = L::Set(job.low), high = L::Set(job.high);
    const int64_t rows = Least(kRows<K, S>, job.out_height - row);
    float* y = at.y + row * job.out_width + columns.first;
    for (int64_t column = 0; column < columns.count; column += kLanes) {
      F sums[kRows<K, S>];
#pragma GCC unroll 8
      for (int r = 0; r < kRows<K, S>; ++r) sums[r] = bias;
#pragma GCC unroll 16
      for (int i = 0; i < Copies<K, S>::kCount; ++i) {
        const auto* stretches = copies.rows[i];
#pragma GCC unroll 8
        for (int j = 0; j < K; ++j) {
          const F x = L::Once(L::Load(stretches[j % S] + columns.origin[j % S] + column + j / S));
#pragma GCC unroll 8
          for (int r = 0; r < kRows<K, S>; ++r) {
            const int k = i - r * S;
            if (k >= 0 && k < K) sums[r] = L::MulAdd(x, weights[k * K + j], sums[r]);
          }
        }
      }
      if (job.clamps) {
#pragma GCC unroll 8
        for (int r = 0; r < kRows<K, S>; ++r) sums[r] = L::Min(L::Max(sums[r], low), high);
      }
      const int64_t count = Least(kLanes, columns.count - column);
#pragma GCC unroll 8
      for (int r = 0; r < kRows<K, S>; ++r) {
        if (r >= rows) break;
        if (count == kLanes) {
          L::Store(y + r * job.out_width + column, sums[r]);
        } else {
          L::StoreFirst(y + r * job.out_width + column, sums[r], count);
        }
      }
    }
  }
};

}  // namespace opdk
