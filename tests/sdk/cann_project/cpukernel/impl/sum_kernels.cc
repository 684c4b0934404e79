#include <cstring>
#include <string>

#include "cpu_kernel.h"
#include "cpu_tensor.h"
#include "cpu_tensor_shape.h"
#include "cpu_types.h"
#include "cust_cpu_utils.h"

namespace {
const char* SUM_WITH_BIAS = "SumWithBias";
const char* CUT_APART = "CutApart";
const char* PAIR_ADD = "PairAdd";
const char* SHAPE_FROM = "ShapeFrom";
const char* UPDATE_IN_PLACE = "UpdateInPlace";
}  // namespace

const char* WhereAmI() { return "cpukernel"; }

namespace aicpu {

class SumWithBiasCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    Tensor* y = ctx.Output(0);
    float* to = static_cast<float*>(y->GetData());
    int64_t count = y->NumElements();
    for (int64_t i = 0; i < count; ++i) {
      to[i] = 0;
      for (uint32_t k = 0; k < ctx.GetInputsSize(); ++k) {
        float* from = static_cast<float*>(ctx.Input(k)->GetData());
        if (from != nullptr) to[i] += from[i];
      }
    }
    return 0;
  }
};
REGISTER_CPU_KERNEL(SUM_WITH_BIAS, SumWithBiasCpuKernel);

class CutApartCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    char* from = static_cast<char*>(ctx.Input(0)->GetData());
    for (uint32_t i = 0; i < ctx.GetOutputsSize(); ++i) {
      Tensor* part = ctx.Output(i);
      memcpy(part->GetData(), from, part->GetDataSize());
      from += part->GetDataSize();
    }
    return 0;
  }
};
REGISTER_CPU_KERNEL(CUT_APART, CutApartCpuKernel);

class PairAddCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    int64_t count = ctx.Output(0)->NumElements();
    if (ctx.Input(0)->NumElements() != count || ctx.Input(1)->NumElements() != count) {
      CUST_KERNEL_LOG_WARN_IF_NEEDED(ctx);
      return 1;
    }
    if (ctx.Input(0)->GetDataType() == DT_INT32) return Add<int32_t>(ctx, count);
    return Add<float>(ctx, count);
  }

 private:
  static void CUST_KERNEL_LOG_WARN_IF_NEEDED(CpuKernelContext& ctx) {
    CUST_KERNEL_LOG_WARNING(ctx, "PairAdd takes tensors of one size, not %ld",
                            static_cast<long>(ctx.Input(1)->NumElements()));
    CUST_KERNEL_LOG_INFO(ctx, "%s", "nothing is computed");
  }
  template <typename T>
  static uint32_t Add(CpuKernelContext& ctx, int64_t count) {
    for (int64_t i = 0; i < count; ++i) {
      static_cast<T*>(ctx.Output(0)->GetData())[i] =
          static_cast<T*>(ctx.Input(0)->GetData())[i] + static_cast<T*>(ctx.Input(1)->GetData())[i];
    }
    return 0;
  }
};
REGISTER_CPU_KERNEL(PAIR_ADD, PairAddCpuKernel);

class ShapeFromCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    memcpy(ctx.Output(0)->GetData(), ctx.Input(0)->GetData(), ctx.Input(0)->GetDataSize());
    return 0;
  }
};
REGISTER_CPU_KERNEL(SHAPE_FROM, ShapeFromCpuKernel);

// Adds 100 at the indices. The reference output holds the input's values already.
class UpdateInPlaceCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    float* var = static_cast<float*>(ctx.Output(0)->GetData());
    const int32_t* indices = static_cast<int32_t*>(ctx.Input(1)->GetData());
    for (int64_t i = 0; i < ctx.Input(1)->NumElements(); ++i) var[indices[i]] += 100;
    return 0;
  }
};
REGISTER_CPU_KERNEL(UPDATE_IN_PLACE, UpdateInPlaceCpuKernel);

}  // namespace aicpu
