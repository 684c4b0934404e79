// ScatterElements: elements of data combined with updates.
#include <cstdint>
#include <string>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/combine_rows.h"
#include "op_impl/ai_cpu/common/indices.h"

namespace aicpu {
namespace {

class ScatterElementsCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const std::string reduction = opdk::StringAttr(ctx, "reduction", "none");
    if (reduction == "add") return Combine<opdk::AddRow>(ctx);
    if (reduction == "mul") return Combine<opdk::MulRow>(ctx);
    if (reduction == "max") return Combine<opdk::MaxRow>(ctx);
    if (reduction == "min") return Combine<opdk::MinRow>(ctx);
    return Combine<opdk::PutRow>(ctx);
  }

 private:
  template <typename Combination>
  static uint32_t Combine(const CpuKernelContext& ctx) {
    const auto dims = opdk::DimsOf(ctx.Input(0));
    const uint32_t inside =
        opdk::RequireInside<int64_t>("indices", opdk::IntValues(ctx.Input(1)), opdk::DimsOf(ctx.Input(1)),
                                     std::span(dims).subspan(Axis(ctx, dims.size()), 1), opdk::Negative::kFromTheEnd);
    if (inside != opdk::kKernelOk) return inside;
    return opdk::CombineRows<Combination>(ctx.Input(0), Places(ctx), ctx.Input(2), 1, ctx.Output(0));
  }

  static size_t Axis(const CpuKernelContext& ctx, size_t rank) {
    const int64_t given = opdk::IntAttr(ctx, "axis", 0);
    return static_cast<size_t>(given < 0 ? given + static_cast<int64_t>(rank) : given);
  }

  // Returns the element of data that each update changes.
  static std::vector<int64_t> Places(const CpuKernelContext& ctx) {
    const auto dims = opdk::DimsOf(ctx.Input(0)), shape = opdk::DimsOf(ctx.Input(1));
    const size_t axis = Axis(ctx, dims.size());
    std::vector<int64_t> places = opdk::IntValues(ctx.Input(1));
    for (size_t i = 0; i < places.size(); ++i) {
      const int64_t index = places[i] < 0 ? places[i] + dims[axis] : places[i];
      auto rest = static_cast<int64_t>(i);
      int64_t place = 0, stride = 1;
      for (size_t k = dims.size(); k-- > 0; rest /= shape[k]) {
        place += stride * (k == axis ? index : rest % shape[k]);
        stride *= dims[k];
      }
      places[i] = place;
    }
    return places;
  }
};
OPDK_CPU_KERNEL(ScatterElements, ScatterElementsCpuKernel);

}  // namespace

}  // namespace aicpu
