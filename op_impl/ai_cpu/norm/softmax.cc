// SoftmaxV2, LogSoftmaxV2.
#include <algorithm>
#include <optional>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/axis_groups.h"
#include "op_impl/ai_cpu/common/axis_rows.h"
#include "op_impl/ai_cpu/norm/softmax_columns.h"

namespace aicpu {
namespace {

template <bool kLog>
class SoftmaxFamilyCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const std::vector<int64_t> dims = opdk::DimsOf(ctx.Input(0)), axes = opdk::ListIntAttr(ctx, "axes");
    const std::optional<opdk::AxisRows> rows = opdk::AxisRows::Along(dims, axes);
    return opdk::Dispatch(opdk::FloatTypes(), ctx.Input(0)->GetDataType(), [&]<typename From>() {
      return opdk::Dispatch(opdk::FloatTypes(), ctx.Output(0)->GetDataType(), [&]<typename To>() {
        const auto x = opdk::Values<const From>(ctx.Input(0));
        const auto y = opdk::Values<To>(ctx.Output(0));
        return rows ? Rows(ctx, *rows, x.data(), y.data()) : Scattered(opdk::AxisGroups(dims, axes), x, y);
      });
    });
  }

 private:
  template <typename From, typename To>
  static uint32_t Rows(const CpuKernelContext& ctx, const opdk::AxisRows& rows, const From* x, To* y) {
    // No elements, no rows to divide.
    if (rows.extent == 0) return opdk::kKernelOk;
    return opdk::ParallelRange(ctx, rows.count(), rows.extent * 40, [&](int64_t begin, int64_t end) {
      while (begin < end) {
        const int64_t count = std::min({opdk::kSoftmaxColumns, end - begin, rows.inner - begin % rows.inner});
        const int64_t at = rows.Offset(begin);
        opdk::SoftmaxColumns<kLog>(x + at, y + at, rows.extent, rows.inner, static_cast<size_t>(count));
        begin += count;
      }
    });
  }

  template <typename From, typename To>
  static uint32_t Scattered(const opdk::AxisGroups& groups, std::span<const From> x, std::span<To> y) {
    const std::vector<double> logarithms = opdk::SoftmaxLogarithms(x, groups);
    for (size_t i = 0; i < y.size(); ++i) {
      const double share = kLog ? logarithms[i] : std::exp(logarithms[i]);
      y[i] = static_cast<To>(static_cast<opdk::ComputeType<To>>(share));
    }
    return opdk::kKernelOk;
  }
};

OPDK_CPU_KERNEL(SoftmaxV2, SoftmaxFamilyCpuKernel<false>);
OPDK_CPU_KERNEL(LogSoftmaxV2, SoftmaxFamilyCpuKernel<true>);

}  // namespace

}  // namespace aicpu
