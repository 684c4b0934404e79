#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace aicpu {

class NonZeroCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    std::vector<int64_t> places;
    using AllTypes = opdk::Join<opdk::ArithmeticTypes, opdk::Types<bool>>;
    const uint32_t status = opdk::Dispatch(AllTypes(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      const auto x = opdk::Values<const T>(ctx.Input(0));
      for (size_t i = 0; i < x.size(); ++i) {
        if (x[i] != T(0)) places.push_back(static_cast<int64_t>(i));
      }
      return opdk::kKernelOk;
    });
    if (status != opdk::kKernelOk) return status;
    return opdk::Dispatch(opdk::Types<int64_t, int32_t>(), ctx.Output(0)->GetDataType(),
                          [&]<typename T>() { return Write<T>(ctx, places); });
  }

 private:
  template <typename T>
  static uint32_t Write(const CpuKernelContext& ctx, const std::vector<int64_t>& places) {
    const auto dims = opdk::DimsOf(ctx.Input(0));
    const bool transpose = opdk::BoolAttr(ctx, "transpose", false);
    const size_t rank = dims.size(), count = places.size();
    auto* y = static_cast<T*>(ctx.Output(0)->GetData());
    for (size_t i = 0; i < count; ++i) {
      int64_t rest = places[i];
      for (size_t axis = rank; axis-- > 0;) {
        y[transpose ? axis * count + i : i * rank + axis] = static_cast<T>(rest % dims[axis]);
        rest /= dims[axis];
      }
    }
    const auto rows = static_cast<int64_t>(transpose ? rank : count);
    const auto columns = static_cast<int64_t>(transpose ? count : rank);
    ctx.Output(0)->GetTensorShape()->SetDimSizes({rows, columns});
    return opdk::kKernelOk;
  }
};
OPDK_CPU_KERNEL(NonZero, NonZeroCpuKernel);

}  // namespace aicpu
