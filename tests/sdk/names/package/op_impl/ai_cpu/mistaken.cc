#include <cstring>

#include "cpu_kernel.h"
#include "cpu_kernel_utils.h"
#include "log.h"

namespace aicpu {
namespace {

const char* const kMistaken = "Mistaken";

uint32_t DoMistake(const std::string& mistake, CpuKernelContext& ctx) {
  if (mistake == "kernel attr") (void)ctx.GetAttr("axes")->GetInt();
  if (mistake == "kernel tested attr" && ctx.GetAttr("axes") != nullptr) return 1;
  if (mistake == "kernel checked attr") {
    KERNEL_CHECK_NULLPTR(ctx.GetAttr("scale"), 1, "there is no scale");
  }
  if (mistake == "kernel input") (void)ctx.Input(7)->GetData();
  if (mistake == "kernel shape of input") (void)ctx.Input(7)->GetTensorShape();
  if (mistake == "kernel output") (void)ctx.Output(3)->NumElements();
  if (mistake == "kernel type") (void)ctx.GetAttr("axis")->GetFloat();
  if (mistake == "kernel one of two types") {
    AttrValue* axis = ctx.GetAttr("axis");
    if (axis->GetListInt().empty()) (void)axis->GetInt();
  }
  if (mistake == "kernel block") (void)ctx.GetAttr("block_num");
  if (mistake == "kernel fails") {
    KERNEL_CHECK_NULLPTR(ctx.Input(5), 9, "there is no input 5");
  }
  if (mistake == "kernel on another thread") {
    return CpuKernelUtils::ParallelFor(ctx, 64, 1, [&ctx](int64_t, int64_t) { (void)ctx.GetAttr("axes")->GetInt(); });
  }
  return 0;
}

}  // namespace

class MistakenCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const uint32_t code = DoMistake(ctx.GetAttr("mistake")->GetString(), ctx);
    std::memcpy(ctx.Output(0)->GetData(), ctx.Input(0)->GetData(), ctx.Output(0)->GetDataSize());
    return code;
  }
};
REGISTER_CPU_KERNEL(kMistaken, MistakenCpuKernel);

}  // namespace aicpu
