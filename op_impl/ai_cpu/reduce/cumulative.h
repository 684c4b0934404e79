// Running sums and products for the kernels of Cumsum, Cumprod and CumulativeLogsumexp. They run in the wide type
// (dtype_dispatch.h).
#pragma once

#include <algorithm>
#include <array>
#include <type_traits>

#include "cpu_kernel.h"
#include "log.h"
#include "op_impl/ai_cpu/common/axis_rows.h"

namespace aicpu {

inline constexpr int64_t kSideBySide = 256;

// Running: kStart, and Next(before, x).
template <typename Running, typename ElementTypes = opdk::NumberTypes>
class CumulativeCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const std::vector<int64_t> axis = opdk::GivenInt(ctx, 1, "axis");
    const auto rank = static_cast<int64_t>(ctx.Input(0)->GetTensorShape()->GetDims());
    // Shape inference checks a constant axis. This axis may have been computed.
    if (axis.size() != 1 || axis[0] < -rank || axis[0] >= rank) {
      KERNEL_LOG_ERROR("%s: axis %ld (%zu values) is outside a rank of %ld", ctx.GetOpType().c_str(),
                       static_cast<long>(axis.empty() ? 0 : axis[0]), axis.size(), static_cast<long>(rank));
      return opdk::kKernelFailed;
    }
    const opdk::AxisRows rows(ctx.Input(0), axis[0]);
    return opdk::Dispatch(ElementTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() { return Run<T>(ctx, rows); });
  }

 private:
  template <typename T>
  static uint32_t Run(const CpuKernelContext& ctx, const opdk::AxisRows& rows) {
    using C = opdk::WideType<T>;
    const bool exclusive = opdk::BoolAttr(ctx, "exclusive", false);
    const bool reverse = opdk::BoolAttr(ctx, "reverse", false);
    const T* x = opdk::Values<const T>(ctx.Input(0)).data();
    T* y = opdk::Values<T>(ctx.Output(0)).data();
    const auto advance = [&](int64_t at, C& running) {
      const C next = Running::template Next<C>(running, static_cast<C>(x[at]));
      y[at] = static_cast<T>(exclusive ? running : next);
      running = next;
    };
    const auto place = [&](int64_t i) { return (reverse ? rows.extent - 1 - i : i) * rows.inner; };
    if (rows.inner == 1) {
      return opdk::ParallelRange(ctx, rows.outer, rows.extent, [&](int64_t begin, int64_t end) {
        for (int64_t row = begin; row < end; ++row) {
          C running = Running::kStart;
          for (int64_t i = 0; i < rows.extent; ++i) advance(row * rows.extent + place(i), running);
        }
      });
    }
    // Rows that lie side by side advance together, so that memory is read in order.
    const int64_t pieces = (rows.inner + kSideBySide - 1) / kSideBySide;
    const int64_t cost = rows.extent * std::min(rows.inner, kSideBySide);
    return opdk::ParallelRange(ctx, rows.outer * pieces, cost, [&](int64_t begin, int64_t end) {
      std::array<C, kSideBySide> running;
      for (int64_t piece = begin; piece < end; ++piece) {
        const int64_t first = piece % pieces * kSideBySide, count = std::min(kSideBySide, rows.inner - first);
        const int64_t block = piece / pieces * rows.extent * rows.inner + first;
        std::fill_n(running.begin(), count, C(Running::kStart));
        for (int64_t i = 0; i < rows.extent; ++i) {
          const int64_t at = block + place(i);
          // y may be x, but never a later element of it.
#pragma omp simd
          for (int64_t j = 0; j < count; ++j) advance(at + j, running[static_cast<size_t>(j)]);
        }
      }
    });
  }
};

}  // namespace aicpu
