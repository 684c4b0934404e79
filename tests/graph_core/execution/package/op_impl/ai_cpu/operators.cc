#include <algorithm>
#include <stdexcept>
#include <vector>

#include "allocator_utils.h"
#include "cpu_kernel.h"
#include "cpu_kernel_utils.h"

namespace {
const char* TEST_ADD = "TestAdd";
const char* TEST_BIAS = "TestBias";
const char* TEST_POSITIVE = "TestPositive";
const char* TEST_UNBOUNDED = "TestUnbounded";
const char* TEST_ASK = "TestAsk";
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

struct TestAskKernel : CpuKernel {
  uint32_t Compute(CpuKernelContext& ctx) override {
    const float* x = Floats(ctx.Input(0));
    const int64_t count = ctx.Input(0)->NumElements();
    const int64_t mode = ctx.GetAttr("mode")->GetInt();
    std::vector<float> twice(x, x + count);
    twice.insert(twice.end(), x, x + count);
    const std::vector<int64_t> dims = {static_cast<int64_t>(twice.size())};
    Tensor* y = ctx.Output(0);
    if (mode == 1 || mode == 4) y->SetDataSize(mode == 4 ? uint64_t{1} << 62 : 4096);
    if (mode == 2) return CpuKernelAllocatorUtils::UpdateOutputDataTensor(dims, DT_FLOAT, twice.data(), dims[0] * 4, y);
    if (mode == 6) y->SetDataSize(4);
    if (mode == 7) y->SetData(kElsewhere);
    if (mode != 1 && mode != 6) y->GetTensorShape()->SetDimSizes(count == 1 ? std::vector<int64_t>{0} : dims);
    if (mode == 5 || (mode == 0 && count == 1)) return 0;
    float* to = nullptr;
    CpuKernelUtils::ParallelFor(ctx, 1, 1, [&](int64_t, int64_t) {
      if (mode == 3) to = Floats(y);
    });
    if (mode != 3) to = Floats(y);
    if (mode == 6) twice.resize(1);
    if (mode != 7) std::copy(twice.begin(), twice.end(), to);
    if (mode == 1 || mode == 6) y->GetTensorShape()->SetDimSizes(dims);
    return 0;
  }
  static inline float kElsewhere[4096];
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
REGISTER_CPU_KERNEL(TEST_ASK, TestAskKernel);
REGISTER_CPU_KERNEL(TEST_BOAST, TestBoastKernel);
REGISTER_CPU_KERNEL(TEST_DOT, TestDotKernel);
REGISTER_CPU_KERNEL(TEST_FICKLE, TestFickleKernel);
REGISTER_CPU_KERNEL(TEST_TWICE, TestTwiceKernel);
REGISTER_CPU_KERNEL(TEST_STATEFUL, TestStatefulKernel);
REGISTER_CPU_KERNEL(TEST_FAIL, TestFailKernel);

}  // namespace aicpu
