#include <algorithm>
#include <stdexcept>

#include "cpu_kernel.h"

namespace {
const char* TEST_ADD = "TestAdd";
const char* TEST_BIAS = "TestBias";
const char* TEST_POSITIVE = "TestPositive";
const char* TEST_UNBOUNDED = "TestUnbounded";
const char* TEST_BOAST = "TestBoast";
const char* TEST_DOT = "TestDot";
const char* TEST_FICKLE = "TestFickle";
const char* TEST_TWICE = "TestTwice";
const char* TEST_STATEFUL = "TestStateful";
const char* TEST_FAIL = "TestFail";

float* Floats(const aicpu::Tensor* tensor) { return static_cast<float*>(tensor->GetData()); }
}  // namespace

namespace aicpu {

struct TestAddKernel : CpuKernel {
  uint32_t Compute(CpuKernelContext& ctx) override {
    const float* x1 = Floats(ctx.Input(0));
    const float* x2 = Floats(ctx.Input(1));
    std::transform(x1, x1 + ctx.Input(0)->NumElements(), x2, Floats(ctx.Output(0)),
                   [](float a, float b) { return a + b; });
    return 0;
  }
};

struct TestBiasKernel : CpuKernel {
  uint32_t Compute(CpuKernelContext& ctx) override {
    const Tensor* bias = ctx.Input(1);
    const float add = bias == nullptr || bias->GetData() == nullptr ? 0.0F : Floats(bias)[0];
    const float* x = Floats(ctx.Input(0));
    std::transform(x, x + ctx.Input(0)->NumElements(), Floats(ctx.Output(0)),
                   [add](float value) { return value + add; });
    return 0;
  }
};

struct TestPositiveKernel : CpuKernel {
  uint32_t Compute(CpuKernelContext& ctx) override {
    const float* x = Floats(ctx.Input(0));
    float* y = Floats(ctx.Output(0));
    float* end = std::copy_if(x, x + ctx.Input(0)->NumElements(), y, [](float value) { return value > 0; });
    if (ctx.Output(0)->GetTensorShape()->GetUnknownRank()) ctx.Output(0)->GetTensorShape()->SetDimSizes({end - y});
    return 0;
  }
};

struct TestBoastKernel : CpuKernel {
  uint32_t Compute(CpuKernelContext& ctx) override {
    ctx.Output(0)->GetTensorShape()->SetDimSizes({ctx.Input(0)->NumElements() + 1});
    return 0;
  }
};

struct TestDotKernel : CpuKernel {
  uint32_t Compute(CpuKernelContext& ctx) override {
    const auto shape1 = ctx.Input(0)->GetTensorShape()->GetDimSizes();
    const int64_t columns = ctx.Input(1)->GetTensorShape()->GetDimSize(1);
    for (int64_t i = 0; i < shape1[0]; ++i) {
      for (int64_t j = 0; j < columns; ++j) {
        float sum = 0;
        for (int64_t k = 0; k < shape1[1]; ++k) {
          sum += Floats(ctx.Input(0))[i * shape1[1] + k] * Floats(ctx.Input(1))[k * columns + j];
        }
        Floats(ctx.Output(0))[i * columns + j] = sum;
      }
    }
    return 0;
  }
};

struct TestFickleKernel : CpuKernel {
  uint32_t Compute(CpuKernelContext& ctx) override {
    const float* x = Floats(ctx.Input(0));
    std::copy(x, x + ctx.Input(0)->NumElements(), Floats(ctx.Output(0)));
    return 0;
  }
};

struct TestTwiceKernel : CpuKernel {
  uint32_t Compute(CpuKernelContext& ctx) override {
    const float* x = Floats(ctx.Input(0));
    const int64_t count = ctx.Input(0)->NumElements();
    std::copy(x, x + count, std::copy(x, x + count, Floats(ctx.Output(0))));
    return 0;
  }
};

struct TestStatefulKernel : CpuKernel {
  uint32_t Compute(CpuKernelContext& ctx) override {
    Floats(ctx.Output(0))[0] = static_cast<float>(++runs);
    return 0;
  }
  int runs = 0;
};

struct TestFailKernel : CpuKernel {
  uint32_t Compute(CpuKernelContext& ctx) override {
    const float* x = Floats(ctx.Input(0));
    if (x[0] < 0) {
      const int64_t mode = ctx.GetAttr("mode")->GetInt();
      if (mode == 1) throw std::runtime_error("the kernel's own words");
      if (mode == 2) throw 5;
      return 7;
    }
    std::copy(x, x + ctx.Input(0)->NumElements(), Floats(ctx.Output(0)));
    return 0;
  }
};

REGISTER_CPU_KERNEL(TEST_ADD, TestAddKernel);
REGISTER_CPU_KERNEL(TEST_BIAS, TestBiasKernel);
REGISTER_CPU_KERNEL(TEST_POSITIVE, TestPositiveKernel);
REGISTER_CPU_KERNEL(TEST_UNBOUNDED, TestPositiveKernel);
REGISTER_CPU_KERNEL(TEST_BOAST, TestBoastKernel);
REGISTER_CPU_KERNEL(TEST_DOT, TestDotKernel);
REGISTER_CPU_KERNEL(TEST_FICKLE, TestFickleKernel);
REGISTER_CPU_KERNEL(TEST_TWICE, TestTwiceKernel);
REGISTER_CPU_KERNEL(TEST_STATEFUL, TestStatefulKernel);
REGISTER_CPU_KERNEL(TEST_FAIL, TestFailKernel);

}  // namespace aicpu
