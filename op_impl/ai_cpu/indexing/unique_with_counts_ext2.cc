#include <algorithm>
#include <numeric>
#include <vector>

#include "cpu_kernel.h"
#include "log.h"
#include "op_impl/ai_cpu/common/axis_rows.h"

namespace aicpu {
namespace {

const char* const kUniqueWithCountsExt2 = "UniqueWithCountsExt2";

// -1, 0 or 1; NaN is the greatest.
template <typename T>
int ThreeWay(T a, T b) {
  if (a < b) return -1;
  if (b < a) return 1;
  return static_cast<int>(a != a) - static_cast<int>(b != b);
}

class UniqueWithCountsExt2CpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    using AllTypes = opdk::Join<opdk::NumberTypes, opdk::Types<bool>>;
    return opdk::Dispatch(AllTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() { return Find<T>(ctx); });
  }

 private:
  // Slices of x and the groups of equal ones.
  struct Groups {
    std::vector<int64_t> first, count, place;  // of each group its first slice and its size; of each slice its group
  };

  template <typename T>
  static uint32_t Find(const CpuKernelContext& ctx) {
    const auto axis = opdk::IntValues(ctx.Input(1));
    std::vector<int64_t> dims = opdk::DimsOf(ctx.Input(0));
    const auto rank = static_cast<int64_t>(dims.size());
    if (axis.size() > 1 || (axis.size() == 1 && (axis[0] < -rank || axis[0] >= rank))) {
      KERNEL_LOG_ERROR("UniqueWithCountsExt2: axis %ld (%zu values) is outside a rank of %ld",
                       static_cast<long>(axis[0]), axis.size(), static_cast<long>(rank));
      return opdk::kKernelFailed;
    }
    opdk::AxisRows rows(ctx.Input(0), axis.empty() ? 0 : axis[0]);
    const size_t at = axis.empty() ? 0 : static_cast<size_t>(axis[0] < 0 ? axis[0] + rank : axis[0]);
    if (axis.empty()) {
      dims = {opdk::Product(dims)};
      rows.outer = rows.inner = 1;
      rows.extent = dims[0];
    }
    const T* x = opdk::Values<const T>(ctx.Input(0)).data();
    const Groups groups = GroupsOf(x, rows, opdk::BoolAttr(ctx, "sorted", false));
    auto* y = static_cast<T*>(ctx.Output(0)->GetData());
    const auto count = static_cast<int64_t>(groups.first.size());
    for (int64_t outer = 0; outer < rows.outer; ++outer) {
      for (const int64_t slice : groups.first) {
        y = std::copy_n(x + (outer * rows.extent + slice) * rows.inner, rows.inner, y);
      }
    }
    dims[at] = count;
    ctx.Output(0)->GetTensorShape()->SetDimSizes(dims);
    const bool inverse = opdk::BoolAttr(ctx, "return_inverse", false);
    WriteInts(ctx.Output(1), inverse ? groups.first : groups.place);
    WriteInts(ctx.Output(2), groups.count);
    WriteInts(ctx.Output(3), inverse ? groups.place : std::vector<int64_t>());
    return opdk::kKernelOk;
  }

  template <typename T>
  static Groups GroupsOf(const T* x, const opdk::AxisRows& rows, bool sorted) {
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
    std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) { return compare(a, b) < 0; });
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
    if (!sorted) ByFirst(groups);
    return groups;
  }

  static void ByFirst(Groups& groups) {
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

  static void WriteInts(Tensor* output, const std::vector<int64_t>& values) {
    (void)opdk::Dispatch(opdk::Types<int64_t, int32_t>(), output->GetDataType(), [&]<typename T>() {
      std::transform(values.begin(), values.end(), static_cast<T*>(output->GetData()),
                     [](int64_t value) { return static_cast<T>(value); });
      return opdk::kKernelOk;
    });
    output->GetTensorShape()->SetDimSizes({static_cast<int64_t>(values.size())});
  }
};

}  // namespace

REGISTER_CPU_KERNEL(kUniqueWithCountsExt2, UniqueWithCountsExt2CpuKernel);

}  // namespace aicpu
