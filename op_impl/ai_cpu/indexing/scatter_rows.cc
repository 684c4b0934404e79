// Combines rows with the rows that their ids name.
#include <cstdint>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/axis_rows.h"
#include "op_impl/ai_cpu/common/combine_rows.h"
#include "op_impl/ai_cpu/common/indices.h"

namespace aicpu {
namespace {

template <typename Combine>
class ScatterRowsCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const bool given = ctx.GetInputsSize() == 2;  // the indices are an attribute
    const std::vector<int64_t> ids = given ? opdk::ListIntAttr(ctx, "indices") : opdk::IntValues(ctx.Input(1));
    const std::vector<int64_t> dims = opdk::DimsOf(ctx.Output(0));
    const auto row = static_cast<size_t>(opdk::Product(std::span(dims).subspan(1)));
    const std::vector<int64_t> shape =
        given ? std::vector{static_cast<int64_t>(ids.size())} : opdk::DimsOf(ctx.Input(1));
    const uint32_t inside =
        opdk::RequireInside<int64_t>("indices", ids, shape, std::span(dims).first(1), opdk::Negative::kOutside);
    if (inside != opdk::kKernelOk) return inside;
    return opdk::CombineRows<Combine>(ctx.Input(0), ids, ctx.Input(given ? 1 : 2), row, ctx.Output(0));
  }
};
OPDK_CPU_KERNEL(ScatterUpdate, ScatterRowsCpuKernel<opdk::PutRow>);
OPDK_CPU_KERNEL(ScatterAdd, ScatterRowsCpuKernel<opdk::AddRow>);
OPDK_CPU_KERNEL(ScatterSub, ScatterRowsCpuKernel<opdk::SubRow>);
OPDK_CPU_KERNEL(ScatterMul, ScatterRowsCpuKernel<opdk::MulRow>);
OPDK_CPU_KERNEL(ScatterDiv, ScatterRowsCpuKernel<opdk::DivRow>);
OPDK_CPU_KERNEL(ScatterMax, ScatterRowsCpuKernel<opdk::MaxRow>);
OPDK_CPU_KERNEL(ScatterMin, ScatterRowsCpuKernel<opdk::MinRow>);
OPDK_CPU_KERNEL(InplaceUpdate, ScatterRowsCpuKernel<opdk::PutRow>);
OPDK_CPU_KERNEL(InplaceUpdateD, ScatterRowsCpuKernel<opdk::PutRow>);
OPDK_CPU_KERNEL(InplaceAdd, ScatterRowsCpuKernel<opdk::AddRow>);
OPDK_CPU_KERNEL(InplaceAddD, ScatterRowsCpuKernel<opdk::AddRow>);
OPDK_CPU_KERNEL(InplaceSub, ScatterRowsCpuKernel<opdk::SubRow>);
OPDK_CPU_KERNEL(InplaceSubD, ScatterRowsCpuKernel<opdk::SubRow>);

// IndexAdd and InplaceIndexAdd: the axes in front of `axis` are rows of their own.
class IndexAddCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const std::vector<int64_t> indices = opdk::IntValues(ctx.Input(1));
    const opdk::AxisRows held(ctx.Output(0), opdk::IntAttr(ctx, "axis", 0));
    const uint32_t inside = opdk::RequireInside<int64_t>("indices", indices, opdk::DimsOf(ctx.Input(1)),
                                                         std::span(&held.extent, 1), opdk::Negative::kOutside);
    if (inside != opdk::kKernelOk) return inside;
    std::vector<int64_t> ids;
    ids.reserve(indices.size() * static_cast<size_t>(held.outer));
    for (int64_t outer = 0; outer < held.outer; ++outer) {
      for (int64_t id : indices) ids.push_back(outer * held.extent + id);
    }
    return opdk::Dispatch(opdk::ArithmeticTypes(), ctx.Output(0)->GetDataType(), [&]<typename T>() {
      using C = opdk::ComputeType<T>;
      const bool has_alpha = ctx.GetInputsSize() > 3 && opdk::IsPresent(ctx.Input(3));
      const C alpha = has_alpha ? static_cast<C>(opdk::Values<const T>(ctx.Input(3))[0]) : C(1);
      const auto add = [&](C old, C update) {
        return opdk::AddRow()(old, has_alpha ? opdk::MulRow()(update, alpha) : update);
      };
      opdk::CombineRowsInto<T>(opdk::Values<const T>(ctx.Input(0)), ids, opdk::Values<const T>(ctx.Input(2)),
                               static_cast<size_t>(held.inner), opdk::Values<T>(ctx.Output(0)), add);
      return opdk::kKernelOk;
    });
  }
};
OPDK_CPU_KERNEL(IndexAdd, IndexAddCpuKernel);
OPDK_CPU_KERNEL(InplaceIndexAdd, IndexAddCpuKernel);

}  // namespace

}  // namespace aicpu
