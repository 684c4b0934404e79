// Rows combined where their ids say; sums and products in the wide type.
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/complex.h"
#include "op_impl/ai_cpu/common/indices.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace aicpu {
namespace {

template <typename T>
bool IsSegmentNan(T value) {
  if constexpr (opdk::kIsFloating<T>) return std::isnan(static_cast<opdk::ComputeType<T>>(value));
  return false;
}

// A Combination: the type Of<T> in which a segment accumulates, and its value without rows.
struct SegmentSumOf {
  template <typename T>
  using Of = opdk::WideType<T>;
  template <typename T>
  static T Empty() {
    return T(0);
  }
  template <typename T, typename C>
  static C Join(C a, C b) {
    return a + b;
  }
};
struct SegmentProdOf {
  template <typename T>
  using Of = opdk::WideType<T>;
  template <typename T>
  static T Empty() {
    return T(1);
  }
  template <typename T, typename C>
  static C Join(C a, C b) {
    return opdk::NextProduct(a, b);
  }
};
struct SegmentMaxOf {
  template <typename T>
  using Of = T;
  template <typename T>
  static T Empty() {
    return std::numeric_limits<T>::lowest();
  }
  template <typename T, typename C>
  static C Join(C a, C b) {
    return IsSegmentNan(a) || a > b ? a : b;
  }
};
struct SegmentMinOf {
  template <typename T>
  using Of = T;
  template <typename T>
  static T Empty() {
    return std::numeric_limits<T>::max();
  }
  template <typename T, typename C>
  static C Join(C a, C b) {
    return IsSegmentNan(a) || a < b ? a : b;
  }
};
struct SegmentMaxOrZeroOf : SegmentMaxOf {
  template <typename T>
  static T Empty() {
    return T(0);
  }
};

template <typename T, typename C>
T NarrowSegment(C value) {
  if constexpr (std::is_same_v<T, C> || std::is_integral_v<T>) {
    return static_cast<T>(value);
  } else {
    return static_cast<T>(static_cast<opdk::ComputeType<T>>(value));
  }
}

template <typename Combination, typename ElementTypes = opdk::NumberTypes>
class SegmentsCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const bool given = ctx.GetInputsSize() == 1;  // the ids are an attribute
    const std::vector<int64_t> ids = given ? opdk::ListIntAttr(ctx, "segment_ids") : opdk::IntValues(ctx.Input(1));
    const auto is_left_out = [](int64_t id) { return id < 0; };
    const uint32_t inside =
        given ? opdk::kKernelOk
              : opdk::RequireAllInside("segment_ids", ctx.Input(1), opdk::DimsOf(ctx.Output(0))[0], is_left_out);
    if (inside != opdk::kKernelOk) return inside;
    return opdk::Dispatch(ElementTypes(), ctx.Input(0)->GetDataType(),
                          [&]<typename T>() { return Combine<T>(ctx, ids); });
  }

 private:
  template <typename T>
  static uint32_t Combine(const CpuKernelContext& ctx, const std::vector<int64_t>& ids) {
    using C = typename Combination::template Of<T>;
    const auto x = opdk::Values<const T>(ctx.Input(0));
    const auto y = opdk::Values<T>(ctx.Output(0));
    const int64_t segments = opdk::DimsOf(ctx.Output(0))[0];
    const size_t row = ids.empty() ? 0 : x.size() / ids.size();
    std::vector<bool> named(static_cast<size_t>(segments));
    std::vector<C> combined(y.size(), static_cast<C>(Combination::template Empty<T>()));
    for (size_t i = 0; i < ids.size(); ++i) {
      if (ids[i] < 0) continue;
      const auto segment = static_cast<size_t>(ids[i]);
      for (size_t k = 0; k < row; ++k) {
        C& sum = combined[segment * row + k];
        const C value = static_cast<C>(x[i * row + k]);
        sum = named[segment] ? Combination::template Join<T, C>(sum, value) : value;
      }
      named[segment] = true;
    }
    for (size_t i = 0; i < y.size(); ++i) y[i] = NarrowSegment<T, C>(combined[i]);
    return opdk::kKernelOk;
  }
};
OPDK_CPU_KERNEL(UnsortedSegmentMax, SegmentsCpuKernel<SegmentMaxOf>);
OPDK_CPU_KERNEL(UnsortedSegmentMaxD, SegmentsCpuKernel<SegmentMaxOf>);
OPDK_CPU_KERNEL(UnsortedSegmentMin, SegmentsCpuKernel<SegmentMinOf>);
OPDK_CPU_KERNEL(UnsortedSegmentMinD, SegmentsCpuKernel<SegmentMinOf>);
OPDK_CPU_KERNEL(SegmentMax, SegmentsCpuKernel<SegmentMaxOrZeroOf>);
OPDK_CPU_KERNEL(SegmentMaxD, SegmentsCpuKernel<SegmentMaxOrZeroOf>);

using SegmentSumCpuKernel = SegmentsCpuKernel<SegmentSumOf, opdk::ArithmeticTypes>;
OPDK_CPU_KERNEL(UnsortedSegmentSum, SegmentSumCpuKernel);
OPDK_CPU_KERNEL(UnsortedSegmentSumD, SegmentSumCpuKernel);
OPDK_CPU_KERNEL(SegmentSum, SegmentSumCpuKernel);
using SegmentProdCpuKernel = SegmentsCpuKernel<SegmentProdOf, opdk::ArithmeticTypes>;
OPDK_CPU_KERNEL(UnsortedSegmentProd, SegmentProdCpuKernel);
OPDK_CPU_KERNEL(UnsortedSegmentProdD, SegmentProdCpuKernel);

}  // namespace

}  // namespace aicpu
