// Cross products of vectors of 3 elements.
#include <array>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/axis_rows.h"
#include "op_impl/ai_cpu/common/broadcast_inputs.h"
#include "op_impl/ai_cpu/common/complex.h"
#include "op_proto/math/cross_axis.h"

namespace aicpu {
namespace {

class CrossCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::DispatchArithmetic(opdk::ArithmeticTypes(), ctx.Output(0)->GetDataType(),
                                    [&]<typename C>() { return Run<C>(ctx); });
  }

 private:
  template <typename C>
  static uint32_t Run(const CpuKernelContext& ctx) {
    // Floats are computed in double, in which the difference of their products neither overflows nor cancels.
    using Wide = opdk::WideType<C>;
    const auto shape = opdk::DimsOf(ctx.Output(0));
    const opdk::BroadcastInputs<C, 2> inputs(ctx, shape);
    std::array<std::vector<Wide>, 2> x;
    for (std::vector<Wide>& values : x) values.resize(static_cast<size_t>(inputs.total()));
    inputs.ForEach(0, inputs.total(), [&](size_t place, const std::array<C, 2>& values) {
      for (size_t k = 0; k < 2; ++k) x[k][place] = static_cast<Wide>(values[k]);
    });
    const opdk::AxisRows rows(ctx.Output(0), opdk::CrossAxis(shape, opdk::IntAttr(ctx, "dim", opdk::kFirstOfThree)));
    std::vector<C> y(static_cast<size_t>(inputs.total()));
    const uint32_t status = opdk::ParallelRange(ctx, rows.outer * rows.inner, 9, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const auto place = [&](int64_t k) {
          return static_cast<size_t>((i / rows.inner * 3 + k % 3) * rows.inner + i % rows.inner);
        };
        for (int64_t k = 0; k < 3; ++k) {
          const size_t next = place(k + 1), last = place(k + 2);
          y[place(k)] = static_cast<C>(opdk::Product(x[0][next], x[1][last]) - opdk::Product(x[0][last], x[1][next]));
        }
      }
    });
    opdk::WriteConverted(ctx.Output(0)->GetDataType(), y.data(), inputs.total(), ctx.Output(0)->GetData(), 0);
    return status;
  }
};
OPDK_CPU_KERNEL(Cross, CrossCpuKernel);

}  // namespace

}  // namespace aicpu
