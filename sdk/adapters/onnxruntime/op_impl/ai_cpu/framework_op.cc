#include <string>
#include <vector>

#include "cpu_kernel.h"
#include "log.h"
#include "sdk/adapters/onnxruntime/opened_models.h"
#include "status.h"

namespace {

const char* const kFrameworkOp = "FrameworkOp";

opdk::ort::Buffer BufferOf(const aicpu::Tensor& tensor) {
  return {tensor.GetData(), tensor.GetDataSize(), tensor.GetTensorShape()->GetDimSizes()};
}

bool IsKnown(const std::vector<int64_t>& shape) {
  for (const int64_t extent : shape) {
    if (extent < 0) return false;
  }
  return true;
}

}  // namespace

namespace aicpu {

class FrameworkOpCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const opdk::ort::Buffer model = BufferOf(*ctx.Input(0));
    const auto opened =
        opdk::ort::OpenedModel(ctx.GetAttr("digest")->GetString(), {static_cast<const char*>(model.data), model.bytes});
    if (!opened.ok()) return Failed(opened.status());
    std::vector<opdk::ort::Buffer> inputs, outputs;
    for (uint32_t i = 1; i < ctx.GetInputsSize(); ++i) inputs.push_back(BufferOf(*ctx.Input(i)));
    for (uint32_t i = 0; i < ctx.GetOutputsSize(); ++i) {
      const bool known = IsKnown(ctx.Output(i)->GetTensorShape()->GetDimSizes());
      outputs.push_back(known ? BufferOf(*ctx.Output(i)) : opdk::ort::Buffer());
    }
    const opdk::Status ran =
        (*opened)->Run(inputs, outputs, [&](size_t output, const std::vector<int64_t>& shape) -> void* {
          aicpu::Tensor& y = *ctx.Output(static_cast<uint32_t>(output));
          y.GetTensorShape()->SetDimSizes(shape);
          return y.GetData();
        });
    return ran.ok() ? KERNEL_STATUS_OK : Failed(ran);
  }

 private:
  static uint32_t Failed(const opdk::Status& status) {
    KERNEL_LOG_ERROR("%s", status.message().c_str());
    return KERNEL_STATUS_INNER_ERROR;
  }
};

REGISTER_CPU_KERNEL(kFrameworkOp, FrameworkOpCpuKernel);

}  // namespace aicpu
