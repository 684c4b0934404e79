// Images whose axes are resized one after the other: each element is a weighted sum of elements along the axis.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "op_impl/ai_cpu/common/cast.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace opdk {

// The elements of x whose weighted sum is one element of y. Empty: the element is outside.
struct ResizeTaps {
  std::vector<int64_t> at = {};
  std::vector<double> weight = {};

  size_t count() const { return at.size(); }
  void Add(double place, double w, int64_t extent) {
    at.push_back(static_cast<int64_t>(std::clamp(place, 0.0, static_cast<double>(extent - 1))));
    weight.push_back(w);
  }
};

// The taps of all elements of an axis of the result, side by side. A weight of 0 reads nothing, because a number that
// isn't finite must not spread.
class TapTable {
 public:
  void push_back(const ResizeTaps& taps) {
    for (size_t k = 0; k < taps.count(); ++k) {
      if (taps.weight[k] != 0) taps_.push_back({taps.at[k], taps.weight[k]});
    }
    outside_.push_back(taps.count() == 0);
    ends_.push_back(taps_.size());
    const size_t count = (*this)[size() - 1].size();
    each_ = size() == 1 || each_ == count ? count : 0;
    only_moves_ = only_moves_ && count == 1 && taps_.back().weight == 1;
  }
  bool empty() const { return outside_.empty(); }
  int64_t size() const { return static_cast<int64_t>(outside_.size()); }

  struct Tap {
    int64_t at;
    double weight;
  };
  std::span<const Tap> operator[](int64_t i) const {
    const auto at = static_cast<size_t>(i);
    const size_t begin = at == 0 ? 0 : ends_[at - 1];
    return {taps_.data() + begin, ends_[at] - begin};
  }
  // Returns the number of taps that each element has. 0: the number differs between elements.
  size_t each() const { return each_; }
  // Returns whether each element of y is an element of x.
  bool OnlyMoves() const { return only_moves_; }
  bool IsOutside(int64_t i) const { return outside_[static_cast<size_t>(i)]; }

 private:
  std::vector<Tap> taps_;
  std::vector<size_t> ends_;
  std::vector<bool> outside_;
  size_t each_ = 0;
  bool only_moves_ = true;
};

// One table for each axis; empty: the axis stays as it is.
using AxisTaps = std::vector<TapTable>;

// Returns the taps of the gradient: the elements of the result to which each of `extent` elements was added, and their
// weights.
inline TapTable Transposed(const TapTable& taps, int64_t extent) {
  std::vector<ResizeTaps> transposed(static_cast<size_t>(extent));
  for (int64_t to = 0; to < taps.size(); ++to) {
    for (const TapTable::Tap& tap : taps[to]) {
      transposed[static_cast<size_t>(tap.at)].Add(static_cast<double>(to), tap.weight, taps.size());
    }
  }
  TapTable table;
  for (const ResizeTaps& own : transposed) table.push_back(own);
  return table;
}

inline bool TakesEachAsItIs(const TapTable& taps, int64_t extent) {
  if (taps.size() != extent) return false;
  for (int64_t i = 0; i < extent; ++i) {
    double own = 0;
    for (const TapTable::Tap& tap : taps[i]) {
      if (tap.at != i) return false;
      own += tap.weight;
    }
    if (own != 1) return false;
  }
  return true;
}

template <typename C>
C SumOfTaps(const C* x, const auto& taps, int64_t low) {
  C sum = static_cast<C>(taps[0].weight) * x[taps[0].at - low];
  for (size_t k = 1; k < taps.size(); ++k) sum += static_cast<C>(taps[k].weight) * x[taps[k].at - low];
  return sum;
}

// Computes the elements [begin, end) of the last axis, whose elements are contiguous, in `rows` rows. x begins with
// element `low`.
template <typename C, typename To>
void ResizeRows(const C* x, int64_t rows, int64_t from, const TapTable& taps, int64_t begin, int64_t end, C outside,
                To* y, int64_t low) {
  const TapTable::Tap* own = taps[begin].data();
  const auto count = static_cast<size_t>(end - begin);
  for (; rows-- > 0; x += from, y += count) {
    if (taps.OnlyMoves()) {
      for (size_t i = 0; i < count; ++i) y[i] = SafeCast<To>(x[own[i].at - low]);
    } else if (taps.each() == 2) {
      for (size_t i = 0; i < count; ++i)
        y[i] = SafeCast<To>(SumOfTaps<C>(x, std::span<const TapTable::Tap, 2>(own + 2 * i, 2), low));
    } else {
      for (size_t i = 0; i < count; ++i) {
        const int64_t at = begin + static_cast<int64_t>(i);
        const C none = taps.IsOutside(at) ? outside : C(0);
        y[i] = SafeCast<To>(taps[at].empty() ? none : SumOfTaps<C>(x, taps[at], low));
      }
    }
  }
}

// Computes an element of an axis that isn't the last: the sum of lines of x, which have `inner` elements. x begins with
// line `low`.
template <typename C, typename To>
void ResizeLine(const C* x, int64_t inner, std::span<const TapTable::Tap> taps, To* y, int64_t low) {
  constexpr bool kSameType = std::is_same_v<C, To>;
  if (taps.size() == 1 && taps[0].weight == 1) {
    const C* line = x + (taps[0].at - low) * inner;
    if constexpr (kSameType) {
      std::copy(line, line + inner, y);
    } else {
      std::transform(line, line + inner, y, [](C value) { return SafeCast<To>(value); });
    }
    return;
  }
  // The sum of several lines stays in the first level cache.
  constexpr int64_t kTile = 512;
  C tile[kSameType ? 1 : kTile];
  for (int64_t i = 0; i < inner; i += kTile) {
    const int64_t count = std::min(kTile, inner - i);
    C* to = tile;
    if constexpr (kSameType) to = y + i;
    const auto term = [&](size_t k) {
      return ConstArrayMap<C>(x + (taps[k].at - low) * inner + i, count) * static_cast<C>(taps[k].weight);
    };
    ArrayMap<C> sum(to, count);
    if (taps.empty()) sum.setZero();
    if (taps.size() == 1) sum = term(0);
    if (taps.size() > 1) sum = term(0) + term(1);
    for (size_t k = 2; k < taps.size(); ++k) sum += term(k);
    if constexpr (!kSameType) {
      std::transform(tile, tile + count, y + i, [](C value) { return SafeCast<To>(value); });
    }
  }
}

// The resizing of one axis of x[..., from, inner], once the axes within it are resized.
struct ResizePass {
  const TapTable* taps;
  size_t axis;
  int64_t from, inner;

  // Resizes elements [begin, end) of the axis, in all of `outer`. x begins with element `low` of its axis.
  template <typename C, typename To>
  void Run(const C* x, int64_t outer, int64_t begin, int64_t end, C outside, To* y, int64_t low = 0) const {
    if (inner == 1) return ResizeRows(x, outer, from, *taps, begin, end, outside, y, low);
    for (; outer-- > 0; x += from * inner) {
      for (int64_t i = begin; i < end; ++i, y += inner) {
        if (taps->IsOutside(i)) {
          std::fill(y, y + inner, SafeCast<To>(outside));
        } else {
          ResizeLine(x, inner, (*taps)[i], y, low);
        }
      }
    }
  }
};

// Returns a pass for each axis that changes, the last axis first.
inline std::vector<ResizePass> ResizePasses(const std::vector<int64_t>& dims, const AxisTaps& along) {
  std::vector<ResizePass> passes;
  int64_t inner = 1;
  for (size_t axis = dims.size(); axis-- > 0;) {
    const bool changes = !along[axis].empty() && !TakesEachAsItIs(along[axis], dims[axis]);
    if (changes) passes.push_back({&along[axis], axis, dims[axis], inner});
    inner *= changes ? along[axis].size() : dims[axis];
  }
  return passes;
}

// Elements [begin, end) of the axis of the last pass: as much of x as they need is taken through the passes before it.
template <typename T, typename To, typename C>
class ResizeSlab {
 public:
  ResizeSlab(const std::vector<ResizePass>& passes, const std::vector<int64_t>& dims, C outside)
      : passes_(passes), last_(passes.back()), dims_(std::span(dims).subspan(last_.axis + 1)), outside_(outside) {}

  // Computes the elements [begin, end). x holds the whole axis. y is the place of element `begin`.
  void Run(const T* x, int64_t begin, int64_t end, To* y) {
    if constexpr (std::is_same_v<T, C>) {
      if (passes_.size() == 1) return last_.Run(x, 1, begin, end, outside_, y);
    }
    const auto [low, high] = Reach(begin, end);
    const int64_t lines = high - low, line = Product(dims_);
    x += low * line;
    const C* data = nullptr;
    if constexpr (std::is_same_v<T, C>) {
      data = x;
    } else {
      wide_.resize(static_cast<size_t>(lines * line));
      std::transform(x, x + lines * line, wide_.begin(), [](T value) { return static_cast<C>(value); });
      data = wide_.data();
    }
    for (size_t i = 0; i + 1 < passes_.size(); ++i) {
      const ResizePass& pass = passes_[i];
      const int64_t outer = lines * Product(dims_.first(pass.axis - last_.axis - 1));
      std::vector<C>& result = parts_[i % 2];
      result.resize(static_cast<size_t>(outer * pass.taps->size() * pass.inner));
      pass.Run(data, outer, 0, pass.taps->size(), outside_, result.data());
      data = result.data();
    }
    last_.Run(data, 1, begin, end, outside_, y, low);
  }

 private:
  // Returns the range of elements of x's axis that are read.
  std::pair<int64_t, int64_t> Reach(int64_t begin, int64_t end) const {
    int64_t low = last_.from, high = 0;
    for (int64_t i = begin; i < end; ++i) {
      for (const TapTable::Tap& tap : (*last_.taps)[i]) {
        low = std::min(low, tap.at);
        high = std::max(high, tap.at + 1);
      }
    }
    return {std::min(low, high), high};
  }

  const std::vector<ResizePass>& passes_;
  const ResizePass& last_;
  const std::span<const int64_t> dims_;
  const C outside_;
  std::vector<C> wide_, parts_[2];
};

// Resizes an input along its axes into the output, summing in C. Elements without taps become `outside`.
template <typename T, typename To, typename C>
uint32_t ResizeTensor(const aicpu::CpuKernelContext& ctx, const AxisTaps& along, C outside = C(0)) {
  const auto x = Values<const T>(ctx.Input(0));
  const auto y = Values<To>(ctx.Output(0));
  if (y.empty()) return kKernelOk;
  if (x.empty()) {
    std::fill(y.begin(), y.end(), To(0));
    return kKernelOk;
  }
  const auto dims = DimsOf(ctx.Input(0));
  const auto passes = ResizePasses(dims, along);
  if (passes.empty()) {
    std::transform(x.begin(), x.end(), y.begin(), [](T value) { return SafeCast<To>(static_cast<C>(value)); });
    return kKernelOk;
  }
  const ResizePass& last = passes.back();
  const int64_t to = last.taps->size(), block = Product(std::span(dims).subspan(last.axis));
  // The input of a slab should stay in the caches, and its neighbours should not compute it again.
  const int64_t greatest = std::max<int64_t>(16, 32 * 1024 / last.inner);
  return ParallelRange(ctx, static_cast<int64_t>(y.size()) / last.inner, last.inner * 8,
                       [&](int64_t begin, int64_t end) {
                         ResizeSlab<T, To, C> slab(passes, dims, outside);
                         while (begin < end) {
                           const int64_t first = begin % to, count = std::min({end - begin, to - first, greatest});
                           slab.Run(x.data() + begin / to * block, first, first + count, y.data() + begin * last.inner);
                           begin += count;
                         }
                       });
}

}  // namespace opdk
