// Softmax and log-softmax of rows, for one instruction set: `S` is its registers' struct (simd_*.h).
//
// A row that contains NaN or +Inf, or nothing but -Inf, comes out as NaN, as from x - max, exp and division one after
// the other: the maximum passes over NaN, and the sum of the exponentials does not.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "graph_core/engines/ai_core/direct/direct_functions.h"

namespace opdk {

template <typename S>
class SoftmaxRowsOf {
 public:
  static void Rows(const SoftmaxRows& job, int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) {
      WithSource(job, row, [&](const auto& source) { Row(job, source, job.y + (row - job.first) * job.columns); });
    }
    if (job.stream) S::EndStream();
  }

  // Returns the partial softmax of columns [begin, end). Writes their exponentials to y, unless job.log.
  static SoftmaxPartial Partial(const SoftmaxRows& job, int64_t row, int64_t begin, int64_t end) {
    SoftmaxPartial part;
    WithSource(job, row, [&](const auto& source) {
      float* y = job.log ? nullptr : job.y + (row - job.first) * job.columns;
      part.largest = LargestOf(source, begin, end);
      if (part.largest != kLowest) {
        part.sum = SumOfExp(source, begin, end, part.largest, y);
        return;
      }
      // Nothing to add, but a NaN that the maximum passed over counts.
      if (HasNan(source, begin, end)) part.sum = std::numeric_limits<float>::quiet_NaN();
      if (y != nullptr) Each(begin, end, [&](int64_t i, auto lanes) { lanes.Store(y + i, S::Set(0)); });
    });
    return part;
  }

  static void Finish(const SoftmaxRows& job, int64_t row, int64_t begin, int64_t end, const SoftmaxPartial& part,
                     const SoftmaxPartial& all) {
    float* y = job.y + (row - job.first) * job.columns;
    if (!job.log) return Multiply(y, begin, end, std::exp(part.largest - all.largest) / all.sum);
    WithSource(job, row, [&](const auto& source) { WriteLog(source, begin, end, all, y); });
  }

 private:
  using F = typename S::F;
  static constexpr int64_t kLanes = S::kLanes;
  static constexpr int64_t kLine = 16;  // floats of a line of the caches
  static constexpr int64_t kShort = 8;  // registers that a row may take to be kept in them
  static constexpr float kLowest = -std::numeric_limits<float>::infinity();

  // Access to a whole register of columns; First: to the last few columns.
  struct Whole {
    F Load(const float* p, float) const { return S::Load(p); }
    void Store(float* p, F x) const { S::Store(p, x); }
    F Keep(F x, float) const { return x; }
  };
  struct First {
    int64_t count;
    F Load(const float* p, float rest) const { return S::LoadFirst(p, count, S::Set(rest)); }
    void Store(float* p, F x) const { S::StoreFirst(p, x, count); }
    F Keep(F x, float rest) const {
      float lanes[kLanes];
      S::Store(lanes, x);
      return S::LoadFirst(lanes, count, S::Set(rest));
    }
  };

  template <typename Work>
  static void Each(int64_t begin, int64_t end, Work work) {
    int64_t i = begin;
    for (; i + kLanes <= end; i += kLanes) work(i, Whole{});
    if (i < end) work(i, First{end - i});
  }

  // The row's numbers. Lanes beyond the last column: `rest`.
  struct Plain {
    const float* x;
    template <typename Part>
    F At(int64_t i, Part part, float rest) const {
      return part.Load(x + i, rest);
    }
  };
  struct Prepared {
    const float* x;
    const float* mask;
    F factor;
    SoftmaxScale scale;
    template <typename Part>
    F At(int64_t i, Part part, float rest) const {
      F value = part.Load(x + i, rest);
      if (scale == SoftmaxScale::kMultiply) value = S::Mul(value, factor);
      if (scale == SoftmaxScale::kDivide) value = S::Div(value, factor);
      if (mask != nullptr) value = S::Add(value, part.Load(mask + i, 0));
      return part.Keep(value, rest);
    }
  };

  template <typename Work>
  static void WithSource(const SoftmaxRows& job, int64_t row, Work work) {
    const float* x = job.x + (row - job.first) * job.columns;
    if (job.mask == nullptr && job.scale == SoftmaxScale::kNone) {
      work(Plain{x});
    } else {
      const float* mask = job.mask == nullptr ? nullptr : job.mask + job.MaskOffset(row);
      work(Prepared{x, mask, S::Set(job.factor), job.scale});
    }
  }

  // Returns e^x for x <= 0 or NaN, within 1.5 ulp, denormal results included.
  static F Exp(F x) {
    x = S::Max(S::Set(-105.0F), x);
    const F n = S::Round(S::Mul(x, S::Set(1.44269504088896341F)));
    F r = S::MulAdd(n, S::Set(-0.693359375F), x);
    r = S::MulAdd(n, S::Set(2.12194440e-4F), r);
    F p = S::MulAdd(S::Set(1.9875691500e-4F), r, S::Set(1.3981999507e-3F));
    p = S::MulAdd(p, r, S::Set(8.3334519073e-3F));
    p = S::MulAdd(p, r, S::Set(4.1665795894e-2F));
    p = S::MulAdd(p, r, S::Set(1.6666665459e-1F));
    p = S::MulAdd(p, r, S::Set(5.0000001201e-1F));
    p = S::MulAdd(p, S::Mul(r, r), r);
    return S::Scale(S::Add(p, S::Set(1.0F)), n);
  }

  template <typename Source>
  static float LargestOf(const Source& source, int64_t begin, int64_t end) {
    F m0 = S::Set(kLowest), m1 = m0, m2 = m0, m3 = m0;
    int64_t i = begin;
    for (; i + 4 * kLanes <= end; i += 4 * kLanes) {
      m0 = S::Max(source.At(i, Whole{}, 0), m0);
      m1 = S::Max(source.At(i + kLanes, Whole{}, 0), m1);
      m2 = S::Max(source.At(i + 2 * kLanes, Whole{}, 0), m2);
      m3 = S::Max(source.At(i + 3 * kLanes, Whole{}, 0), m3);
    }
    Each(i, end, [&](int64_t at, auto part) { m0 = S::Max(source.At(at, part, kLowest), m0); });
    return S::Largest(S::Max(S::Max(m0, m1), S::Max(m2, m3)));
  }

  template <typename Source>
  static bool HasNan(const Source& source, int64_t begin, int64_t end) {
    bool found = false;
    Each(begin, end, [&](int64_t i, auto part) { found = found || S::AnyNan(source.At(i, part, 0)); });
    return found;
  }

  // Writes the exponentials to `y` unless that is nullptr. Lanes beyond the last column are exp(-inf), which adds
  // nothing.
  template <typename Source>
  static float SumOfExp(const Source& source, int64_t begin, int64_t end, float of_largest, float* y) {
    const F largest = S::Set(of_largest);
    F s0 = S::Set(0), s1 = s0;
    auto one = [&](int64_t i, auto part) {
      const F e = Exp(S::Sub(source.At(i, part, kLowest), largest));
      if (y != nullptr) part.Store(y + i, e);
      return e;
    };
    int64_t i = begin;
    // The next row is fetched meanwhile: it may lie on a page that the processor doesn't foresee.
    const float* next = source.x + (end - begin);
    for (; i + 2 * kLanes <= end; i += 2 * kLanes) {
      if (y != nullptr) {
        for (int64_t j = 0; j < 2 * kLanes; j += kLine) __builtin_prefetch(next + i + j);
      }
      s0 = S::Add(s0, one(i, Whole{}));
      s1 = S::Add(s1, one(i + kLanes, Whole{}));
    }
    Each(i, end, [&](int64_t at, auto part) { s0 = S::Add(s0, one(at, part)); });
    return S::Sum(S::Add(s0, s1));
  }

  static void Multiply(float* y, int64_t begin, int64_t end, float by) {
    const F factor = S::Set(by);
    Each(begin, end, [&](int64_t i, auto part) { part.Store(y + i, S::Mul(part.Load(y + i, 0), factor)); });
  }

  // Writes a row past the caches. y isn't read before it is written.
  template <typename Source>
  static void Streamed(const Source& source, int64_t columns, float largest, float* y) {
    alignas(64) float exponentials[SoftmaxRows::kMostStreamed];
    const F factor = S::Set(1.0F / SumOfExp(source, 0, columns, largest, exponentials));
    for (int64_t i = 0; i < columns; i += kLanes) S::Stream(y + i, S::Mul(S::Load(exponentials + i), factor));
  }

  template <typename Source>
  static void WriteLog(const Source& source, int64_t begin, int64_t end, const SoftmaxPartial& all, float* y) {
    const F shift = S::Set(all.largest), log = S::Set(std::log(all.sum));
    Each(begin, end,
         [&](int64_t i, auto part) { part.Store(y + i, S::Sub(S::Sub(source.At(i, part, 0), shift), log)); });
  }

  // Computes a row of at most `kCount` registers: reads it once, keeps it in registers, writes it once.
  template <int64_t kCount, typename Source>
  static void ShortRow(const Source& source, int64_t columns, float* y) {
    F values[kCount];
    const First last{columns - (kCount - 1) * kLanes};
    auto each = [&](auto work) {
#pragma GCC unroll 8
      for (int64_t k = 0; k + 1 < kCount; ++k) work(k, Whole{});
      if (last.count == kLanes) {
        work(kCount - 1, Whole{});
      } else {
        work(kCount - 1, last);
      }
    };
    F largest = S::Set(kLowest), sum = S::Set(0);
    each([&](int64_t k, auto part) {
      values[k] = source.At(k * kLanes, part, kLowest);
      largest = S::Max(values[k], largest);
    });
    const F shift = S::Set(S::Largest(largest));
#pragma GCC unroll 8
    for (int64_t k = 0; k < kCount; ++k) {
      values[k] = Exp(S::Sub(values[k], shift));
      sum = S::Add(sum, values[k]);
    }
    const F factor = S::Set(1.0F / S::Sum(sum));
    each([&](int64_t k, auto part) { part.Store(y + k * kLanes, S::Mul(values[k], factor)); });
  }

  template <typename Source>
  static void Row(const SoftmaxRows& job, const Source& source, float* y) {
    const int64_t columns = job.columns;
    if (!job.log && columns <= kShort * kLanes) {
      switch ((columns + kLanes - 1) / kLanes) {
        case 1:
          return ShortRow<1>(source, columns, y);
        case 2:
          return ShortRow<2>(source, columns, y);
        case 3:
          return ShortRow<3>(source, columns, y);
        case 4:
          return ShortRow<4>(source, columns, y);
        case 5:
          return ShortRow<5>(source, columns, y);
        case 6:
          return ShortRow<6>(source, columns, y);
        case 7:
          return ShortRow<7>(source, columns, y);
        default:
          return ShortRow<8>(source, columns, y);
      }
    }
    SoftmaxPartial all{LargestOf(source, 0, columns), 0};
    if (job.stream) return Streamed(source, columns, all.largest, y);
    all.sum = SumOfExp(source, 0, columns, all.largest, job.log ? nullptr : y);
    if (job.log) return WriteLog(source, 0, columns, all, y);
    Multiply(y, 0, columns, 1.0F / all.sum);
  }
};

}  // namespace opdk
