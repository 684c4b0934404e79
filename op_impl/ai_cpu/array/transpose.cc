#include "op_impl/ai_cpu/array/strided_copy.h"

namespace {

const char* const kTranspose = "Transpose";

}  // namespace

namespace aicpu {

class TransposeCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const auto x_strides = opdk::RowMajorStrides(opdk::DimsOf(ctx.Input(0)));
    const auto perm = opdk::ListIntAttr(ctx, "perm");
    std::vector<int64_t> strides(x_strides.size());
    for (size_t i = 0; i < strides.size(); ++i) {
      strides[i] = x_strides[perm.empty() ? strides.size() - 1 - i : static_cast<size_t>(perm[i])];
    }
    return opdk::DispatchBySize(ctx.Input(0)->GetDataType(), [&]<typename T>() {
      opdk::StridedCopy(ctx, opdk::Values<const T>(ctx.Input(0)).data(), 0, strides, opdk::DimsOf(ctx.Output(0)),
                        opdk::Values<T>(ctx.Output(0)).data());
      return opdk::kKernelOk;
    });
  }
};

REGISTER_CPU_KERNEL(kTranspose, TransposeCpuKernel);

}  // namespace aicpu
