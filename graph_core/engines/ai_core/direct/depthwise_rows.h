// Depthwise convolution on row-major planes, vectors along the rows: a few rows of the result at a time, whose operands
// are read where they lie.
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
  // Computes planes [begin, end): DirectFunctions::depthwise.
  static void Planes(const DepthwisePlanes& job, int64_t begin, int64_t end) {
    for (int64_t plane = begin; plane < end; ++plane) {
      const int64_t channel = plane % job.channels;
      const Plane at{job.x + plane / job.multiplier * job.height * job.width,
                     job.weights + channel * job.kernel * job.kernel, job.bias == nullptr ? 0 : job.bias[channel],
                     job.y + plane * job.out_height * job.out_width};
      if (!AllFinite(at.weights, job.kernel * job.kernel)) {
        TapByTap(job, at);
      } else if (job.kernel == 3) {
        job.stride == 1 ? Filter<3, 1>(job, at) : Filter<3, 2>(job, at);
      } else {
        job.stride == 1 ? Filter<5, 1>(job, at) : Filter<5, 2>(job, at);
      }
    }
  }

 private:
  using F = typename L::F;
  static constexpr int64_t kLanes = L::kLanes;
  // Rows of the result at a time.
  template <int K, int S>
  static constexpr int kRows = kLanes == 16 && K == 3 && S == 1 ? 8 : 4;
  // Columns of it at a time: as many zeros stand for rows of padding.
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

  // Loads the taps of a register of results from a row of x. `p` points to the row's column `from`.
  template <int K, int S, bool kInside>
  struct Loaded {
    static constexpr int kLoads = S == 1 ? K : K / 2 + 1;
    static bool IsInside(int64_t from, int64_t width) { return from >= 0 && from + S * kLanes + K - 1 <= width; }
    Loaded(int64_t from, int64_t width) : reach(from, S, width), second(from + kLanes, S, width) {}
    void operator()(const float* p, F (&taps)[K]) const {
#pragma GCC unroll 8
      for (int k = 0; k < kLoads; ++k) {
        const F a = reach.Load(p + S * k, k);
        if constexpr (S == 1) {
          taps[k] = a;
        } else {
          const F b = second.Load(p + S * k + kLanes, k);
          taps[2 * k] = L::Even(a, b);
          if (2 * k + 1 < K) taps[2 * k + 1] = L::Odd(a, b);
        }
      }
    }
    Reach<kLoads, kInside> reach, second;
  };

  // Loads the same taps from registers that begin where the middle tap's register begins. A load across two lines of
  // the cache is slow.
  template <int K, int S, bool kInside>
  struct Shifted {
    static bool IsInside(int64_t from, int64_t width) {
      return from + K / 2 >= kLanes && from + K / 2 + 2 * kLanes <= width;
    }
    Shifted(int64_t from, int64_t width) : reach(from + K / 2 - kLanes, kLanes, width) {}
    void operator()(const float* p, F (&taps)[K]) const {
      const float* middle = p + K / 2;
      const F left = reach.Load(middle - kLanes, 0), here = reach.Load(middle, 1),
              right = reach.Load(middle + kLanes, 2);
      if constexpr (S == 1) {
        taps[K / 2] = here;
        taps[K / 2 - 1] = L::template From<kLanes - 1>(left, here);
        taps[K / 2 + 1] = L::template From<1>(here, right);
        if constexpr (K == 5) {
          taps[0] = L::template From<kLanes - 2>(left, here);
          taps[4] = L::template From<2>(here, right);
        }
      } else {
        taps[1] = L::Even(here, right);
        taps[2] = L::Odd(here, right);
        taps[0] = L::template From<kLanes - 1>(left, taps[2]);
      }
    }
    Reach<3, kInside> reach;
  };

  template <int K, int S>
  static void Filter(const DepthwisePlanes& job, const Plane& at) {
    if constexpr (L::kShifts && (S == 1 || K == 3)) {
      if (job.left == K / 2) return Rows<K, S, Shifted>(job, at);
    }
    Rows<K, S, Loaded>(job, at);
  }

  // Rows of the result and, at their first column, the rows of x that they read, zeros where x has none.
  template <int K, int S>
  struct Group {
    static constexpr int kResults = kRows<K, S>, kRead = (kResults - 1) * S + K;
    const float* rows[kRead];
    int64_t from;  // the column of x that they point to
    float* y;
    int64_t results, count;  // rows and columns
  };

  template <int K, int S, template <int, int, bool> class Taps>
  static void Rows(const DepthwisePlanes& job, const Plane& at) {
    using Few = Group<K, S>;
    alignas(64) static constexpr float kZeros[S * kStrip + 4 * kLanes + K] = {};
    Few group;
    for (int64_t first = 0; first < job.out_width; first += kStrip) {
      group.count = Least(kStrip, job.out_width - first);
      group.from = S * first - job.left;
      for (int64_t row = 0; row < job.out_height; row += Few::kResults) {
        for (int i = 0; i < Few::kRead; ++i) {
          const int64_t y = S * row - job.top + i;
          group.rows[i] = y < 0 || y >= job.height ? kZeros + kLanes : at.x + y * job.width + group.from;
        }
        group.y = at.y + row * job.out_width + first;
        group.results = Least(Few::kResults, job.out_height - row);
        const auto is_inside = [&](int64_t column) {
          return column + kLanes <= group.count && Taps<K, S, true>::IsInside(group.from + S * column, job.width);
        };
        for (int64_t column = 0; column < group.count;) {
          const int64_t from = group.from + S * column;
          int64_t end = column + kLanes;
          if (!is_inside(column)) {
            Columns(job, at, group, Taps<K, S, false>(from, job.width), column, end);
          } else {
            while (is_inside(end)) end += kLanes;
            Columns(job, at, group, Taps<K, S, true>(from, job.width), column, end);
          }
          column = end;
        }
      }
    }
  }

  // Computes columns [begin, end) of the group.
  template <int K, int S, template <int, int, bool> class Taps, bool kInside>
  static void Columns(const DepthwisePlanes& job, const Plane& at, const Group<K, S>& group,
                      const Taps<K, S, kInside>& taps_at, int64_t begin, int64_t end) {
    constexpr int kResults = Group<K, S>::kResults, kRead = Group<K, S>::kRead;
    F weights[K * K];
#pragma GCC unroll 25
    for (int i = 0; i < K * K; ++i) weights[i] = L::Set(at.weights[i]);
    const F bias = L::Set(at.bias), low = L::Set(job.low), high = L::Set(job.high);
    // The rows that the next group reads beyond these.
    const float* next = group.rows[kRead - 1] + job.width;
    for (int64_t column = begin; column < end; column += kLanes) {
#pragma GCC unroll 8
      for (int r = 0; r < S * kResults; ++r) {
#pragma GCC unroll 2
        for (int s = 0; s < S; ++s) __builtin_prefetch(next + r * job.width + S * column + s * kLanes);
      }
      F sums[kResults];
#pragma GCC unroll 8
      for (int r = 0; r < kResults; ++r) sums[r] = bias;
#pragma GCC unroll 16
      for (int i = 0; i < kRead; ++i) {
        F taps[K];
        taps_at(group.rows[i] + S * column, taps);
#pragma GCC unroll 8
        for (int j = 0; j < K; ++j) {
          const F x = L::Once(taps[j]);
#pragma GCC unroll 8
          for (int r = 0; r < kResults; ++r) {
            const int k = i - r * S;
            if (k >= 0 && k < K) sums[r] = L::MulAdd(x, weights[k * K + j], sums[r]);
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

  // Stores `lanes` lanes of the first `rows` sums; whole registers if `lanes` is kLanes or more.
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
};

}  // namespace opdk
