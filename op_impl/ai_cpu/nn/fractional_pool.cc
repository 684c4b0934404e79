// Pools over regions of two neighbouring lengths, in an order that the seeds say.
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/cast.h"
#include "op_impl/ai_cpu/common/philox.h"
#include "op_impl/ai_cpu/nn/image_pooling.h"

namespace aicpu {
namespace {

using Ints = std::vector<int64_t>;
using PoolTypes = opdk::Types<float, double, int32_t, int64_t>;

// Returns the borders of `regions` regions in any order of lengths: length / regions, rounded down or up.
Ints AnyBorders(int64_t length, int64_t regions, const opdk::Philox& random, int64_t place) {
  const int64_t shorter = length / regions, longer = length - shorter * regions;
  Ints lengths(static_cast<size_t>(regions), shorter);
  std::fill_n(lengths.begin(), longer, shorter + 1);
  for (int64_t i = regions - 1; i > 0; --i) {
    const auto other = static_cast<int64_t>(random.Uniform<double>(place + i) * static_cast<double>(i + 1));
    std::swap(lengths[static_cast<size_t>(i)], lengths[static_cast<size_t>(other)]);
  }
  Ints borders = {0};
  for (const int64_t one : lengths) borders.push_back(borders.back() + one);
  return borders;
}

// Borders at even steps, rounded up, from a begin that is as random as the first and the last length allow.
Ints EvenBorders(int64_t length, int64_t regions, const opdk::Philox& random, int64_t place) {
  const double step = static_cast<double>(length) / static_cast<double>(regions), shorter = std::floor(step);
  const double most_first = (shorter + 2) / step - 1;
  const double most_last = (static_cast<double>(length) + 1 - shorter) / step - static_cast<double>(regions - 1);
  const double begin = (1 - random.Uniform<double>(place)) * std::min(most_first, most_last);
  Ints borders = {0};
  for (int64_t i = 1; i < regions; ++i) {
    borders.push_back(static_cast<int64_t>(std::ceil(step * (static_cast<double>(i) + begin))) - 1);
  }
  borders.push_back(length);
  return borders;
}

// The regions of images [N, H, W, C].
struct Regions {
  Ints image, pooled;
  Ints rows, columns;  // borders
  bool overlapping = false;

  // Returns the places [first, second) of region i along an axis with `places` places. A region that ends before it
  // begins has none.
  std::pair<int64_t, int64_t> RangeOf(const Ints& borders, int64_t i, int64_t places) const {
    const auto at = static_cast<size_t>(i);
    const int64_t end = std::min(borders[at + 1], places) + (overlapping ? 1 : 0);
    return {std::max<int64_t>(borders[at], 0), std::min(end, places)};
  }
  // Calls visit(place in the image) for the region with number `at` in the pooled image, row by row.
  template <typename Visit>
  int64_t ForEachIn(int64_t at, const Visit& visit) const {
    const int64_t channel = at % pooled[3], column = at / pooled[3] % pooled[2];
    const int64_t row = at / (pooled[3] * pooled[2]) % pooled[1], number = at / (pooled[3] * pooled[2] * pooled[1]);
    const auto [first_row, last_row] = RangeOf(rows, row, image[1]);
    const auto [first_column, last_column] = RangeOf(columns, column, image[2]);
    int64_t count = 0;
    for (int64_t y = first_row; y < last_row; ++y) {
      for (int64_t x = first_column; x < last_column; ++x, ++count) {
        visit(static_cast<size_t>(((number * image[1] + y) * image[2] + x) * image[3] + channel));
      }
    }
    return count;
  }
};

// Returns the place of a region's greatest element, the first of equals. Empty: the region has no elements.
template <typename T>
std::optional<size_t> GreatestIn(const Regions& regions, std::span<const T> x, int64_t region) {
  std::optional<size_t> best;
  regions.ForEachIn(region, [&](size_t at) {
    if (!best || opdk::Beats(x[at], x[*best])) best = at;
  });
  return best;
}

template <typename T>
T MeanOf(const Regions& regions, std::span<const T> x, int64_t region) {
  const int64_t count = regions.ForEachIn(region, [](size_t) {});
  if constexpr (std::is_integral_v<T>) {
    // Quotients and rests by themselves: the sum of the elements may be beyond 64 bits.
    int64_t mean = 0, rest = 0;
    regions.ForEachIn(region, [&](size_t at) {
      mean += x[at] / count;
      rest += x[at] % count;
    });
    mean += rest / count;
    rest %= count;
    if (mean > 0 && rest < 0) --mean;
    if (mean < 0 && rest > 0) ++mean;
    return static_cast<T>(mean);
  } else {
    double sum = 0;
    regions.ForEachIn(region, [&](size_t at) { sum += static_cast<double>(x[at]); });
    return static_cast<T>(sum / static_cast<double>(count));
  }
}

template <bool kMax>
class FractionalPoolCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    Regions regions{opdk::DimsOf(ctx.Input(0)), opdk::DimsOf(ctx.Output(0)), {}, {}};
    const bool fixed = opdk::BoolAttr(ctx, "deterministic", false);
    const opdk::Philox random(opdk::IntAttr(ctx, "seed", 0), opdk::IntAttr(ctx, "seed2", 0),
                              fixed ? opdk::RandomDraw() : opdk::NextDraw());
    const auto borders = opdk::BoolAttr(ctx, "pseudo_random", false) ? EvenBorders : AnyBorders;
    regions.rows = borders(regions.image[1], regions.pooled[1], random, 0);
    regions.columns = borders(regions.image[2], regions.pooled[2], random, regions.pooled[1]);
    regions.overlapping = opdk::BoolAttr(ctx, "overlapping", false);
    std::copy(regions.rows.begin(), regions.rows.end(), opdk::Values<int64_t>(ctx.Output(1)).begin());
    std::copy(regions.columns.begin(), regions.columns.end(), opdk::Values<int64_t>(ctx.Output(2)).begin());
    return opdk::Dispatch(PoolTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      const auto x = opdk::Values<const T>(ctx.Input(0));
      const auto y = opdk::Values<T>(ctx.Output(0));
      return opdk::ParallelRange(ctx, static_cast<int64_t>(y.size()), 20, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) {
          y[static_cast<size_t>(i)] = kMax ? x[*GreatestIn<T>(regions, x, i)] : MeanOf<T>(regions, x, i);
        }
      });
    });
  }
};

template <bool kMax>
class FractionalPoolGradCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const Tensor* gradient = ctx.Input(kMax ? 2 : 1);
    const Ints image = kMax ? opdk::DimsOf(ctx.Input(0)) : opdk::IntValues(ctx.Input(0));
    ctx.Output(0)->GetTensorShape()->SetDimSizes(image);
    const Regions regions{image, opdk::DimsOf(gradient), opdk::IntValues(ctx.Input(kMax ? 3 : 2)),
                          opdk::IntValues(ctx.Input(kMax ? 4 : 3)), opdk::BoolAttr(ctx, "overlapping", false)};
    return opdk::Dispatch(PoolTypes(), gradient->GetDataType(), [&]<typename T>() {
      const auto given = opdk::Values<const T>(gradient);
      const auto x = opdk::Values<const T>(ctx.Input(0));
      const auto y = opdk::Values<T>(ctx.Output(0));
      // A share of an integer is no integer, but the sum of them may be.
      using Sum = std::conditional_t<kMax, opdk::GradientSum<T>, double>;
      std::vector<Sum> sums(y.size(), Sum(0));
      for (size_t i = 0; i < given.size(); ++i) {
        const auto region = static_cast<int64_t>(i);
        if constexpr (kMax) {
          const std::optional<size_t> greatest = GreatestIn<T>(regions, x, region);
          if (greatest) sums[*greatest] += static_cast<Sum>(given[i]);
        } else {
          const int64_t count = regions.ForEachIn(region, [](size_t) {});
          const Sum share = static_cast<Sum>(given[i]) / static_cast<Sum>(count);
          regions.ForEachIn(region, [&](size_t at) { sums[at] += share; });
        }
      }
      std::transform(sums.begin(), sums.end(), y.begin(), [](Sum sum) { return opdk::SafeCast<T>(sum); });
      return opdk::kKernelOk;
    });
  }
};

OPDK_CPU_KERNEL(FractionalAvgPool, FractionalPoolCpuKernel<false>);
OPDK_CPU_KERNEL(FractionalMaxPool, FractionalPoolCpuKernel<true>);
OPDK_CPU_KERNEL(FractionalAvgPoolGrad, FractionalPoolGradCpuKernel<false>);
OPDK_CPU_KERNEL(FractionalMaxPoolGrad, FractionalPoolGradCpuKernel<true>);

}  // namespace

}  // namespace aicpu
