// The places of numbers in sorted lists, by binary search.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/converted.h"
#include "op_impl/ai_cpu/common/indices.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace aicpu {
namespace {

// Returns whether a is before b. NaN is above all numbers.
template <typename T>
bool ComesBefore(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) return a < b || (std::isnan(b) && !std::isnan(a));
  return a < b;
}

// Counts the numbers in front of `value` among `count` sorted numbers, at(i) each. `behind`: numbers equal to it count,
// too.
template <typename T, typename At>
int64_t PlaceOf(T value, int64_t count, bool behind, const At& at) {
  int64_t begin = 0;
  while (count > 0) {
    const int64_t half = count / 2;
    const T number = at(begin + half);
    if (behind ? !ComesBefore(value, number) : ComesBefore(number, value)) {
      begin += half + 1;
      count -= half + 1;
    } else {
      count = half;
    }
  }
  return begin;
}

template <typename T, typename At>
uint32_t WritePlaces(const CpuKernelContext& ctx, std::span<const T> values, bool behind, int64_t count, const At& at) {
  using C = opdk::ComputeType<T>;
  const opdk::ConvertedOutput<int64_t> y(ctx.Output(0));
  return opdk::ParallelRange(ctx, static_cast<int64_t>(values.size()), 64, [&](int64_t begin, int64_t end) {
    opdk::ConvertedBlock<int64_t> block;
    for (int64_t first = begin; first < end; first += opdk::kConvertedBlock) {
      const int64_t in_block = std::min(opdk::kConvertedBlock, end - first);
      int64_t* const places = y.Place(first, block);
      for (int64_t i = 0; i < in_block; ++i) {
        const auto value = static_cast<C>(values[static_cast<size_t>(first + i)]);
        places[i] = PlaceOf<C>(value, count, behind, [&](int64_t k) { return at(first + i, k); });
      }
      y.Write(first, in_block, places);
    }
  });
}

// Searches the sorted numbers of input 0. A single list of numbers serves all rows of values.
uint32_t SearchRows(const CpuKernelContext& ctx, bool behind, std::span<const int64_t> sorter) {
  return opdk::Dispatch(opdk::NumberTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
    using C = opdk::ComputeType<T>;
    const auto held = opdk::Values<const T>(ctx.Input(0));
    const std::vector<int64_t> dims = opdk::DimsOf(ctx.Input(0)), wanted = opdk::DimsOf(ctx.Input(1));
    const int64_t count = dims.back(), row = wanted.empty() ? 1 : wanted.back();
    const bool shared = dims.size() == 1;
    return WritePlaces<T>(ctx, opdk::Values<const T>(ctx.Input(1)), behind, count, [&](int64_t i, int64_t k) {
      const int64_t first = shared ? 0 : i / row * count;
      const int64_t place = sorter.empty() ? k : sorter[static_cast<size_t>(first + k)];
      return static_cast<C>(held[static_cast<size_t>(first + place)]);
    });
  });
}

template <bool kBehind>
class BoundCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override { return SearchRows(ctx, kBehind, {}); }
};
OPDK_CPU_KERNEL(LowerBound, BoundCpuKernel<false>);
OPDK_CPU_KERNEL(UpperBound, BoundCpuKernel<true>);

class SearchSortedCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const auto sorter =
        ctx.GetInputsSize() > 2 ? opdk::Values<const int64_t>(ctx.Input(2)) : std::span<const int64_t>();
    if (!sorter.empty()) {
      const uint32_t inside = opdk::RequireAllInside("sorter", ctx.Input(2), opdk::DimsOf(ctx.Input(0)).back());
      if (inside != opdk::kKernelOk) return inside;
    }
    return SearchRows(ctx, opdk::BoolAttr(ctx, "right", false), sorter);
  }
};
OPDK_CPU_KERNEL(SearchSorted, SearchSortedCpuKernel);

class BucketizeCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const AttrValue* attr = ctx.GetAttr("boundaries");
    const std::vector<float> boundaries = attr == nullptr ? std::vector<float>() : attr->GetListFloat();
    const bool behind = opdk::BoolAttr(ctx, "right", true);
    std::vector<double> wide;
    const uint32_t read = opdk::Dispatch(opdk::NumberTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      const auto x = opdk::Values<const T>(ctx.Input(0));
      wide.assign(x.begin(), x.end());
      return opdk::kKernelOk;
    });
    if (read != opdk::kKernelOk) return read;
    return WritePlaces<double>(ctx, wide, behind, static_cast<int64_t>(boundaries.size()), [&](int64_t, int64_t k) {
      return static_cast<double>(boundaries[static_cast<size_t>(k)]);
    });
  }
};
OPDK_CPU_KERNEL(Bucketize, BucketizeCpuKernel);

}  // namespace

}  // namespace aicpu
