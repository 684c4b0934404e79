// Elements where a mask says, in order.
#include <cstdint>
#include <vector>

#include "cpu_kernel.h"
#include "log.h"
#include "op_impl/ai_cpu/common/broadcast.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace aicpu {
namespace {

// Returns the shape to which both shapes broadcast.
std::vector<int64_t> MaskedShape(std::vector<int64_t> a, std::vector<int64_t> b) {
  if (a.size() < b.size()) std::swap(a, b);
  const size_t ahead = a.size() - b.size();
  for (size_t i = 0; i < b.size(); ++i) a[ahead + i] = a[ahead + i] == 1 ? b[i] : a[ahead + i];
  return a;
}

// Calls visit(element of x, whether it is masked) for each place of `shape`, in order.
template <typename T, typename Visit>
void VisitMasked(const CpuKernelContext& ctx, const std::vector<int64_t>& shape, Visit&& visit) {
  const auto x = opdk::Values<const T>(ctx.Input(0));
  const auto mask = opdk::Values<const bool>(ctx.Input(1));
  const opdk::BroadcastPlan plan({opdk::DimsOf(ctx.Input(0)), opdk::DimsOf(ctx.Input(1))}, shape);
  plan.ForEachRun(0, plan.total(), [&](const int64_t* from, int64_t, int64_t count) {
    for (int64_t i = 0; i < count; ++i) {
      visit(x[static_cast<size_t>(from[0] + i * plan.run_step(0))],
            mask[static_cast<size_t>(from[1] + i * plan.run_step(1))]);
    }
  });
}

class MaskedFillCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::DispatchBySize(ctx.Input(0)->GetDataType(), [&]<typename T>() {
      T* y = opdk::Values<T>(ctx.Output(0)).data();
      const auto value = opdk::Values<const T>(ctx.Input(2));
      VisitMasked<T>(ctx, opdk::DimsOf(ctx.Output(0)), [&](T x, bool masked) { *y++ = masked ? value[0] : x; });
      return opdk::kKernelOk;
    });
  }
};
OPDK_CPU_KERNEL(MaskedFill, MaskedFillCpuKernel);

class MaskedSelectCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::DispatchBySize(ctx.Input(0)->GetDataType(), [&]<typename T>() {
      auto* y = static_cast<T*>(ctx.Output(0)->GetData());
      int64_t count = 0;
      VisitMasked<T>(ctx, MaskedShape(opdk::DimsOf(ctx.Input(0)), opdk::DimsOf(ctx.Input(1))), [&](T x, bool masked) {
        if (masked) y[count++] = x;
      });
      ctx.Output(0)->GetTensorShape()->SetDimSizes({count});
      return opdk::kKernelOk;
    });
  }
};
OPDK_CPU_KERNEL(MaskedSelect, MaskedSelectCpuKernel);
OPDK_CPU_KERNEL(MaskedSelectV2, MaskedSelectCpuKernel);

class MaskedScatterCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::DispatchBySize(ctx.Input(0)->GetDataType(), [&]<typename T>() {
      T* y = opdk::Values<T>(ctx.Output(0)).data();
      const auto updates = opdk::Values<const T>(ctx.Input(2));
      size_t taken = 0;
      VisitMasked<T>(ctx, opdk::DimsOf(ctx.Output(0)), [&](T x, bool masked) {
        const size_t next = masked ? taken++ : 0;
        *y++ = masked && next < updates.size() ? updates[next] : x;
      });
      if (taken <= updates.size()) return opdk::kKernelOk;
      KERNEL_LOG_ERROR("input updates has too few elements: %zu for %zu places where the mask is true", updates.size(),
                       taken);
      return opdk::kKernelFailed;
    });
  }
};
OPDK_CPU_KERNEL(MaskedScatter, MaskedScatterCpuKernel);

}  // namespace

}  // namespace aicpu
