// Depthwise convolution on row-major planes, vectors along the rows: a few rows of the result at a time. With stride 1
// the rows they read are read where they lie; with a stride from copies that have the padding's zeros and one stretch per
// remainder of the column.
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
        job.stride == 1 ? StrideOne<3>(job, at) : Strips<3, 2>(job, at);
      } else {
        job.stride == 1 ? StrideOne<5>(job, at) : Strips<5, 2>(job, at);
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

  // Registers that begin at kCount columns of rows of x; where not all of them are inside, zeros are beyond the row.
  template <int kCount, bool kInside>
  struct Reach {
    // The first at column `from`, the others `step` columns apart.
    Reach(int64_t from, int64_t step, int64_t width) {
      for (int k = 0; k < kCount && !kInside; ++k, from += step) {
        begin[k] = Least(kLanes, Most(0, -from));
        end[k] = Least(kLanes, Most(begin[k], width - from));
      }
    }
    F Load(const float* p, int k) const { return kInside ? L::Load(p) : L::LoadBetween(p, begin[k], end[k]); }

    int64_t begin[kCount], end[kCount];
  };

  // What taps read of a row of x from `p` on, each by itself.
  template <int K, bool kInside>
  struct Loaded {
    static bool IsInside(int64_t from, int64_t width) { return from >= 0 && from + kLanes + K - 1 <= width; }
    // `from`: the column that p points to.
    Loaded(int64_t from, int64_t width) : reach(from, 1, width) {}
    void operator()(const float* p, F (&taps)[K]) const {
#pragma GCC unroll 8
      for (int j = 0; j < K; ++j) taps[j] = reach.Load(p + j, j);
    }
    Reach<K, kInside> reach;
  };

  // The same from registers that begin where the middle tap's does: a load from two lines of the cache is slow.
  template <int K, bool kInside>
  struct Shifted {
    static bool IsInside(int64_t from, int64_t width) {
      return from + K / 2 >= kLanes && from + K / 2 + 2 * kLanes <= width;
    }
    Shifted(int64_t from, int64_t width) : reach(from + K / 2 - kLanes, kLanes, width) {}
    void operator()(const float* p, F (&taps)[K]) const {
      const float* middle = p + K / 2;
      const F left = reach.Load(middle - kLanes, 0), here = reach.Load(middle, 1),
              right = reach.Load(middle + kLanes, 2);
      taps[K / 2] = here;
      taps[K / 2 - 1] = L::template From<kLanes - 1>(left, here);
      taps[K / 2 + 1] = L::template From<1>(here, right);
      if constexpr (K == 5) {
        taps[0] = L::template From<kLanes - 2>(left, here);
        taps[4] = L::template From<2>(here, right);
      }
    }
    Reach<3, kInside> reach;
  };

  template <int K>
  static void StrideOne(const DepthwisePlanes& job, const Plane& at) {
    if constexpr (L::kShifts) {
      if (job.left == K / 2) return WithoutCopies<K, Shifted>(job, at);
    }
    WithoutCopies<K, Loaded>(job, at);
  }

  // Rows of the result and, at their first column, the rows of x that they read, zeros where x has none.
  template <int K>
  struct Group {
    static constexpr int kResults = kRows<K, 1>, kRead = kResults + K - 1;
    const float* rows[kRead];
    int64_t from;  // the column of x that they point to
    float* y;
    int64_t results, count;  // rows and columns
  };

  // Stride 1: rows are read where they lie.
  template <int K, template <int, bool> class Taps>
  static void WithoutCopies(const DepthwisePlanes& job, const Plane& at) {
    alignas(64) static constexpr float kZeros[kStrip + 3 * kLanes + K] = {};
    Group<K> group;
    for (int64_t first = 0; first < job.out_width; first += kStrip) {
      group.count = Least(kStrip, job.out_width - first);
      group.from = first - job.left;
      for (int64_t row = 0; row < job.out_height; row += Group<K>::kResults) {
        for (int i = 0; i < Group<K>::kRead; ++i) {
          const int64_t y = row - job.top + i;
          group.rows[i] = y < 0 || y >= job.height ? kZeros + kLanes : at.x + y * job.width + group.from;
        }
        group.y = at.y + row * job.out_width + first;
        group.results = Least(Group<K>::kResults, job.out_height - row);
        const auto is_inside = [&](int64_t column) {
          return column + kLanes <= group.count && Taps<K, true>::IsInside(group.from + column, job.width);
        };
        for (int64_t column = 0; column < group.count;) {
          int64_t end = column + kLanes;
          if (!is_inside(column)) {
            Columns<K>(job, at, group, Taps<K, false>(group.from + column, job.width), column, end);
          } else {
            while (is_inside(end)) end += kLanes;
            Columns<K>(job, at, group, Taps<K, true>(group.from + column, job.width), column, end);
          }
          column = end;
        }
      }
    }
  }

  // Columns [begin, end) of the group.
  template <int K, template <int, bool> class Taps, bool kInside>
  static void Columns(const DepthwisePlanes& job, const Plane& at, const Group<K>& group,
                      const Taps<K, kInside>& taps_at, int64_t begin, int64_t end) {
    constexpr int kResults = Group<K>::kResults;
    F weights[K * K];
#pragma GCC unroll 25
    for (int i = 0; i < K * K; ++i) weights[i] = L::Set(at.weights[i]);
    const F bias = L::Set(at.bias), low = L::Set(job.low), high = L::Set(job.high);
    // The rows that the next group reads beyond these.
    const float* next = group.rows[Group<K>::kRead - 1] + job.width;
    for (int64_t column = begin; column < end; column += kLanes) {
#pragma GCC unroll 8
      for (int r = 0; r < kResults; ++r) __builtin_prefetch(next + r * job.width + column);
      F sums[kResults];
#pragma GCC unroll 8
      for (int r = 0; r < kResults; ++r) sums[r] = bias;
#pragma GCC unroll 16
      for (int i = 0; i < Group<K>::kRead; ++i) {
        F taps[K];
        taps_at(group.rows[i] + column, taps);
#pragma GCC unroll 8
        for (int j = 0; j < K; ++j) {
          const F x = L::Once(taps[j]);
#pragma GCC unroll 8
          for (int r = 0; r < kResults; ++r) {
            if (i >= r && i < r + K) sums[r] = L::MulAdd(x, weights[(i - r) * K + j], sums[r]);
          }
        }
      }
      Finish(job, sums, low, high);
      StoreRows(group.y + column, job.out_width, sums, group.results, kInside ? kLanes : group.count - column);
    }
  }

  template <int kCount>
  static void Finish(const DepthwisePlanes& job, F (&sums)[kCount], F low, F high) {
    if (!job.clamps) return;
#pragma GCC unroll 8
    for (int r = 0; r < kCount; ++r) sums[r] = L::Min(L::Max(sums[r], low), high);
  }

  // `lanes` of the first `rows`, or whole registers.
  template <int kCount>
  static void StoreRows(float* y, int64_t stride, const F (&sums)[kCount], int64_t rows, int64_t lanes) {
#pragma GCC unroll 8
    for (int r = 0; r < kCount; ++r) {
      if (r >= rows) break;
      if (lanes >= kLanes) {
        L::Store(y + r * stride, sums[r]);
      } else {
        L::StoreFirst(y + r * stride, sums[r], lanes);
      }
    }
  }

  // The columns of x that a strip of the result reads. Column c of the padded row, counted from the strip's first, is
  // element origin[c % S] + c / S of stretch c % S of a copy.
  struct StripColumns {
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
    static_assert(S == 2, "FillRow makes two stretches");
    Copies<K, S> copies;
    for (int i = 0; i < Copies<K, S>::kCount; ++i) copies.rows[i] = copies.memory[i];
    for (int64_t first = 0; first < job.out_width; first += kStrip) {
      StripColumns columns;
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
      for (int64_t row = 0; row < job.out_height; row += kRows<K, S>) CopiedGroup<K, S>(job, at, columns, copies, row);
    }
  }

  template <int K, int S>
  static void CopiedGroup(const DepthwisePlanes& job, const Plane& at, const StripColumns& columns,
                          Copies<K, S>& copies, int64_t row) {
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
  static void FillRow(const StripColumns& columns, const float* from, float (*to)[kAligned]) {
    const F zero = L::Set(0);
    const int64_t length = from == nullptr ? 0 : columns.length;
    // The strip in whole registers, and what taps reach beyond it.
    const int64_t end = (columns.count + kLanes - 1) / kLanes * kLanes + K;
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

  template <int K, int S>
  static void Multiply(const DepthwisePlanes& job, const Plane& at, const StripColumns& columns,
                       const Copies<K, S>& copies, int64_t row) {
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
      Finish(job, sums, low, high);
      StoreRows(y + column, job.out_width, sums, rows, columns.count - column);
    }
  }
};

}  // namespace opdk
