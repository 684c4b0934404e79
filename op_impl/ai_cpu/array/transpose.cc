#include <complex>

#include "log.h"
#include "op_impl/ai_cpu/array/strided_copy.h"

namespace {

// Computes the strides of the transposed axes. Returns false after a logged error where perm has been computed and
// isn't a permutation that gives y its shape.
bool TransposedStrides(const aicpu::CpuKernelContext& ctx, const std::vector<int64_t>& perm,
                       std::vector<int64_t>& strides) {
  const auto dims = opdk::DimsOf(ctx.Input(0)), to = opdk::DimsOf(ctx.Output(0));
  const auto x_strides = opdk::RowMajorStrides(dims);
  std::vector<bool> seen(dims.size());
  strides.resize(dims.size());
  bool fits = perm.size() == dims.size();
  for (size_t i = 0; fits && i < dims.size(); ++i) {
    const auto from = static_cast<size_t>(perm[i]);
    fits = from < dims.size() && !seen[from] && dims[from] == to[i];
    if (!fits) break;
    seen[from] = true;
    strides[i] = x_strides[from];
  }
  if (!fits) KERNEL_LOG_ERROR("%s: perm is no permutation of the axes that gives y its shape", ctx.GetOpType().c_str());
  return fits;
}

uint32_t Transposed(const aicpu::CpuKernelContext& ctx, const std::vector<int64_t>& perm) {
  std::vector<int64_t> strides;
  if (!TransposedStrides(ctx, perm, strides)) return opdk::kKernelFailed;
  return opdk::DispatchBySize(ctx.Input(0)->GetDataType(), [&]<typename T>() {
    opdk::StridedCopy(ctx, opdk::Values<const T>(ctx.Input(0)).data(), 0, strides, opdk::DimsOf(ctx.Output(0)),
                      opdk::Values<T>(ctx.Output(0)).data());
    return opdk::kKernelOk;
  });
}

}  // namespace

namespace aicpu {

class TransposeCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const std::vector<int64_t> perm = opdk::IntValues(ctx.Input(1));
    // Where only the run knows perm, only the run knows the shape.
    const auto dims = opdk::DimsOf(ctx.Input(0));
    std::vector<int64_t> to(dims.size());
    for (size_t i = 0; i < to.size() && i < perm.size(); ++i) {
      const auto from = static_cast<size_t>(perm[i]);
      to[i] = from < dims.size() ? dims[from] : 0;
    }
    ctx.Output(0)->GetTensorShape()->SetDimSizes(to);
    return Transposed(ctx, perm);
  }
};
OPDK_CPU_KERNEL(Transpose, TransposeCpuKernel);

class ConjugateTransposeCpuKernel : public TransposeCpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const uint32_t status = TransposeCpuKernel::Compute(ctx);
    if (status != opdk::kKernelOk) return status;
    // Real numbers are none of these types, and as they should be.
    (void)opdk::Dispatch(opdk::ComplexTypes(), ctx.Output(0)->GetDataType(), [&]<typename T>() {
      for (T& element : opdk::Values<T>(ctx.Output(0))) element = std::conj(element);
      return opdk::kKernelOk;
    });
    return opdk::kKernelOk;
  }
};
OPDK_CPU_KERNEL(ConjugateTranspose, ConjugateTransposeCpuKernel);

class TransposeDCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override { return Transposed(ctx, opdk::ListIntAttr(ctx, "perm")); }
};
OPDK_CPU_KERNEL(TransposeD, TransposeDCpuKernel);

}  // namespace aicpu
