#include <algorithm>
#include <memory>

#include "op_impl/ai_cpu/common/tensor.h"

namespace {

const char* const kConstantOfShape = "ConstantOfShape";

}  // namespace

namespace aicpu {

class ConstantOfShapeCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const AttrValue* attr = ctx.GetAttr("value");
    const std::shared_ptr<Tensor> value = attr == nullptr ? nullptr : attr->GetTensor();
    const bool given = value != nullptr && value->GetData() != nullptr && value->GetDataSize() > 0;
    return opdk::DispatchBySize(ctx.Output(0)->GetDataType(), [&]<typename T>() {
      const auto y = opdk::Values<T>(ctx.Output(0));
      std::fill(y.begin(), y.end(), given ? *static_cast<const T*>(value->GetData()) : T(0));
      return opdk::kKernelOk;
    });
  }
};

REGISTER_CPU_KERNEL(kConstantOfShape, ConstantOfShapeCpuKernel);

}  // namespace aicpu
