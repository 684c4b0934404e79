#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "cpu_kernel.h"
#include "log.h"
#include "op_impl/ai_cpu/common/axis_rows.h"

namespace aicpu {
namespace {

// Compares two numbers: -1, 0 or 1. NaN is the greatest. Complex numbers compare by the real part, then by the
// imaginary part.
template <typename T>
int ThreeWay(T a, T b) {
  if constexpr (opdk::kIsComplex<T>) {
    const int order = ThreeWay(a.real(), b.real());
    return order != 0 ? order : ThreeWay(a.imag(), b.imag());
  } else {
    if (a < b) return -1;
    if (b < a) return 1;
    return static_cast<int>(a != a) - static_cast<int>(b != b);
  }
}

// The order of the groups. kNeighbours: a group is a run of neighbouring equal slices.
enum class Order : uint8_t { kFirst, kSorted, kNeighbours };

// The groups of equal slices of x.
struct Groups {
  std::vector<int64_t> first, count, place;  // of each group its first slice and its size; of each slice its group
};

void OrderByFirst(Groups& groups) {
  std::vector<size_t> order(groups.first.size()), rank(order.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return groups.first[a] < groups.first[b]; });
  Groups ordered;
  for (size_t i = 0; i < order.size(); ++i) {
    rank[order[i]] = i;
    ordered.first.push_back(groups.first[order[i]]);
    ordered.count.push_back(groups.count[order[i]]);
  }
  for (const int64_t group : groups.place) {
    ordered.place.push_back(static_cast<int64_t>(rank[static_cast<size_t>(group)]));
  }
  groups = std::move(ordered);
}

template <typename T>
Groups GroupsOf(const T* x, const opdk::AxisRows& rows, Order wanted) {
  using C = opdk::ComputeType<T>;
  const auto compare = [&](int64_t a, int64_t b) {
    for (int64_t row = 0; row < rows.count(); ++row) {
      const T* from = x + rows.Offset(row);
      const int order = ThreeWay(static_cast<C>(from[a * rows.inner]), static_cast<C>(from[b * rows.inner]));
      if (order != 0) return order;
    }
    return 0;
  };
  std::vector<int64_t> order(static_cast<size_t>(rows.extent));
  std::iota(order.begin(), order.end(), 0);
  if (wanted != Order::kNeighbours) {
    std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) { return compare(a, b) < 0; });
  }
  Groups groups;
  groups.place.resize(order.size());
  for (size_t i = 0; i < order.size(); ++i) {
    if (i == 0 || compare(order[i - 1], order[i]) != 0) {
      groups.first.push_back(order[i]);
      groups.count.push_back(0);
    }
    ++groups.count.back();
    groups.place[static_cast<size_t>(order[i])] = static_cast<int64_t>(groups.first.size()) - 1;
  }
  if (wanted == Order::kFirst) OrderByFirst(groups);
  return groups;
}

// Groups the slices of input 0 along `axis` (none: its elements) and writes one slice of each group to output 0.
std::optional<Groups> FindUnique(const CpuKernelContext& ctx, std::optional<int64_t> axis, Order order) {
  std::vector<int64_t> dims = opdk::DimsOf(ctx.Input(0));
  const auto rank = static_cast<int64_t>(dims.size());
  if (axis && (*axis < -rank || *axis >= rank)) {
    KERNEL_LOG_ERROR("%s: axis %ld is outside a rank of %ld", ctx.GetOpType().c_str(), static_cast<long>(*axis),
                     static_cast<long>(rank));
    return std::nullopt;
  }
  opdk::AxisRows rows(ctx.Input(0), axis.value_or(0));
  const int64_t at = !axis ? 0 : *axis < 0 ? *axis + rank : *axis;
  if (!axis) {
    dims = {opdk::Product(dims)};
    rows.outer = rows.inner = 1;
    rows.extent = dims[0];
  }
  Groups groups;
  using AllTypes = opdk::Join<opdk::ArithmeticTypes, opdk::Types<bool>>;
  (void)opdk::Dispatch(AllTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
    const T* x = opdk::Values<const T>(ctx.Input(0)).data();
    groups = GroupsOf(x, rows, order);
    auto* y = static_cast<T*>(ctx.Output(0)->GetData());
    for (int64_t outer = 0; outer < rows.outer; ++outer) {
      for (const int64_t slice : groups.first) {
        y = std::copy_n(x + (outer * rows.extent + slice) * rows.inner, rows.inner, y);
      }
    }
    return opdk::kKernelOk;
  });
  dims[static_cast<size_t>(at)] = static_cast<int64_t>(groups.first.size());
  ctx.Output(0)->GetTensorShape()->SetDimSizes(dims);
  return groups;
}

void WriteInts(Tensor* output, const std::vector<int64_t>& values, std::vector<int64_t> dims) {
  (void)opdk::Dispatch(opdk::Types<int64_t, int32_t>(), output->GetDataType(), [&]<typename T>() {
    std::transform(values.begin(), values.end(), static_cast<T*>(output->GetData()),
                   [](int64_t value) { return static_cast<T>(value); });
    return opdk::kKernelOk;
  });
  output->GetTensorShape()->SetDimSizes(dims);
}
void WriteInts(Tensor* output, const std::vector<int64_t>& values) {
  WriteInts(output, values, {static_cast<int64_t>(values.size())});
}

// Unique and UniqueExt2, and with the counts UniqueWithCounts.
class UniqueCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const auto axis = opdk::IntValues(ctx.Input(1));
    const auto groups = FindUnique(ctx, axis.empty() ? std::nullopt : std::optional(axis[0]), Order::kFirst);
    if (!groups) return opdk::kKernelFailed;
    WriteInts(ctx.Output(1), groups->place);
    if (ctx.GetOutputsSize() > 2) WriteInts(ctx.Output(2), groups->count);
    return opdk::kKernelOk;
  }
};
OPDK_CPU_KERNEL(Unique, UniqueCpuKernel);
OPDK_CPU_KERNEL(UniqueWithCounts, UniqueCpuKernel);
OPDK_CPU_KERNEL(UniqueExt2, UniqueCpuKernel);

class UniqueWithCountsExt2CpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const auto axis = opdk::IntValues(ctx.Input(1));
    const auto groups = FindUnique(ctx, axis.empty() ? std::nullopt : std::optional(axis[0]),
                                   opdk::BoolAttr(ctx, "sorted", false) ? Order::kSorted : Order::kFirst);
    if (!groups) return opdk::kKernelFailed;
    const bool inverse = opdk::BoolAttr(ctx, "return_inverse", false);
    WriteInts(ctx.Output(1), inverse ? groups->first : groups->place);
    WriteInts(ctx.Output(2), groups->count);
    WriteInts(ctx.Output(3), inverse ? groups->place : std::vector<int64_t>());
    return opdk::kKernelOk;
  }
};
OPDK_CPU_KERNEL(UniqueWithCountsExt2, UniqueWithCountsExt2CpuKernel);

class UniqueConsecutiveCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const int64_t axis = opdk::IntAttr(ctx, "axis", kAllAxes);
    const bool all = axis == kAllAxes;
    const auto groups = FindUnique(ctx, all ? std::nullopt : std::optional(axis), Order::kNeighbours);
    if (!groups) return opdk::kKernelFailed;
    return WriteAsked(ctx, *groups, opdk::BoolAttr(ctx, "return_idx", false), all);
  }

 protected:
  static constexpr int64_t kAllAxes = 1000;

  static uint32_t WriteAsked(const CpuKernelContext& ctx, const Groups& groups, bool places, bool like_x) {
    if (!places) WriteInts(ctx.Output(1), {});
    if (places && like_x) WriteInts(ctx.Output(1), groups.place, opdk::DimsOf(ctx.Input(0)));
    if (places && !like_x) WriteInts(ctx.Output(1), groups.place);
    const bool counts = opdk::BoolAttr(ctx, "return_counts", false);
    WriteInts(ctx.Output(2), counts ? groups.count : std::vector<int64_t>());
    return opdk::kKernelOk;
  }
};
OPDK_CPU_KERNEL(UniqueConsecutive, UniqueConsecutiveCpuKernel);

class UniqueWithCountsAndSortingCpuKernel : public UniqueConsecutiveCpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const auto groups = FindUnique(ctx, std::nullopt, Order::kSorted);
    return WriteAsked(ctx, *groups, opdk::BoolAttr(ctx, "return_inverse", false), true);
  }
};
OPDK_CPU_KERNEL(UniqueWithCountsAndSorting, UniqueWithCountsAndSortingCpuKernel);

}  // namespace

}  // namespace aicpu
