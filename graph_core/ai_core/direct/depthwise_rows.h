// Depthwise convolution on row-major planes, vectors along the rows: a few rows of the result at a time, from copies of
// the rows they read that have the padding's zeros and, with a stride, one stretch per remainder of the column.
// `L`: the register's struct (simd_*.h).
#pragma once

#include <cstddef>
#include <cstdint>

#include "graph_core/ai_core/direct/direct_functions.h"

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
  static constexpr int kRows = 4;
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
  // stretch c % S of a copy, element origin + c / S.
  struct Columns {
    int64_t first = 0;            // of the strip, in the result
    int64_t count = 0;            // of the result
    int64_t inside = 0;           // the first of the padded row that isn't padding
    int64_t length = 0;           // so many that aren't
    const float* from = nullptr;  // x's element there in row 0
    int64_t origin = 0;
  };

  template <int K, int S>
  struct Copies {
    static constexpr int kCount = (kRows - 1) * S + K;
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
      columns.inside = Most(0, -start);
      const int64_t from = start + columns.inside;
      columns.length = Most(0, Least(job.width - from, (columns.count - 1) * S + K - columns.inside));
      columns.from = at.x + from;
      // The copy's first whole register is stored aligned.
      columns.origin = (kLanes - (columns.inside + S - 1) / S % kLanes) % kLanes;
      for (int64_t row = 0; row < job.out_height; row += kRows) Group<K, S>(job, at, columns, copies, row);
    }
  }

  template <int K, int S>
  static void Group(const DepthwisePlanes& job, const Plane& at, const Columns& columns, Copies<K, S>& copies,
                    int64_t row) {
    constexpr int kCount = Copies<K, S>::kCount, kKept = K - S;
    if (row > 0) {
      // The last rows of the group before are the first of this one.
      float(*kept[kKept])[Copies<K, S>::kAligned];
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

  static void Zero(float* from, const float* to) {
    for (; from < to; ++from) *from = 0;
  }

  // `from`: the first element that isn't padding; nullptr: all is padding.
  template <int K, int S, size_t kAligned>
  static void FillRow(const Columns& columns, const float* from, float (*to)[kAligned]) {
    const F zero = L::Set(0);
    const int64_t length = from == nullptr ? 0 : columns.length;
    // What the last register of the strip reads at most.
    const int64_t end = columns.origin + (columns.count + kLanes - 1) / kLanes * kLanes + K;
    if constexpr (S == 1) {
      float* row = to[0] + columns.origin;
      Zero(row, row + columns.inside);
      row += columns.inside;
      int64_t i = 0;
      for (; i + kLanes <= length; i += kLanes) L::Store(row + i, L::Load(from + i));
      if (i < length) L::Store(row + i, L::LoadFirst(from + i, length - i, zero));
      Zero(row + length, to[0] + end);
    } else {
      float *even = to[0] + columns.origin, *odd = to[1] + columns.origin;
      Zero(even, even + (columns.inside + 1) / 2);
      Zero(odd, odd + columns.inside / 2);
      even += (columns.inside + 1) / 2;
      odd += columns.inside / 2;
      int64_t i = 0;
      if (columns.inside % 2 != 0) {
        *odd++ = length > 0 ? *from : 0;
        i = 1;
      }
      for (; i + 2 * kLanes <= length; i += 2 * kLanes, even += kLanes, odd += kLanes) {
        const F a = L::Load(from + i), b = L::Load(from + i + kLanes);
        L::Store(even, L::Even(a, b));
        L::Store(odd, L::Odd(a, b));
      }
      if (i < length) {
        const int64_t rest = length - i;
        const F a = rest < kLanes ? L::LoadFirst(from + i, rest, zero) : L::Load(from + i);
        const F b = rest > kLanes ? L::LoadFirst(from + i + kLanes, rest - kLanes, zero) : zero;
        L::Store(even, L::Even(a, b));
        L::Store(odd, L::Odd(a, b));
        even += kLanes;
        odd += kLanes;
      }
      Zero(even, to[0] + end);
      Zero(odd, to[1] + end);
    }
  }

  template <int K, int S>
  static void Multiply(const DepthwisePlanes& job, const Plane& at, const Columns& columns, const Copies<K, S>& copies,
                       int64_t row) {
    F weights[K * K];
#pragma GCC unroll 25
    for (int i = 0; i < K * K; ++i) weights[i] = L::Set(at.weights[i]);
    const F bias = L::Set(at.bias), low = L::Set(job.low), high = L::Set(job.high);
    const int64_t rows = Least(kRows, job.out_height - row);
    float* y = at.y + row * job.out_width + columns.first;
    for (int64_t column = 0; column < columns.count; column += kLanes) {
      F sums[kRows];
#pragma GCC unroll 4
      for (int r = 0; r < kRows; ++r) sums[r] = bias;
#pragma GCC unroll 16
      for (int i = 0; i < Copies<K, S>::kCount; ++i) {
        const auto* stretches = copies.rows[i];
#pragma GCC unroll 8
        for (int j = 0; j < K; ++j) {
          const F x = L::Load(stretches[j % S] + columns.origin + column + j / S);
#pragma GCC unroll 4
          for (int r = 0; r < kRows; ++r) {
            const int k = i - r * S;
            if (k >= 0 && k < K) sums[r] = L::MulAdd(x, weights[k * K + j], sums[r]);
          }
        }
      }
      if (job.clamps) {
#pragma GCC unroll 4
        for (int r = 0; r < kRows; ++r) sums[r] = L::Min(L::Max(sums[r], low), high);
      }
      const int64_t count = Least(kLanes, columns.count - column);
#pragma GCC unroll 4
      for (int r = 0; r < kRows; ++r) {
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
