#include <fcntl.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "cpu_kernel.h"

namespace {

using aicpu::CpuKernelContext;

struct Floats {
  explicit Floats(const CpuKernelContext& context)
      : x(static_cast<const float*>(context.Input(0)->GetData())),
        y(static_cast<float*>(context.Output(0)->GetData())),
        count(context.Input(0)->NumElements()) {}
  const float* x;
  float* y;
  int64_t count;
};

void PlusOne(const Floats& t) {
  for (int64_t i = 0; i < t.count; ++i) t.y[i] = t.x[i] + 1;
}

void WrongForLongAndLarge(const CpuKernelContext& context) {
  const Floats t(context);
  PlusOne(t);
  const auto dims = context.Input(0)->GetTensorShape()->GetDimSizes();
  const bool large = std::any_of(t.x, t.x + t.count, [](float value) { return value > 100; });
  if (large && !dims.empty() && dims.back() >= 17) t.y[0] = 0.25F;
}

void CrashesAtRankThree(const CpuKernelContext& context) {
  PlusOne(Floats(context));
  if (context.Input(0)->GetTensorShape()->GetDims() == 3) std::abort();
}

void WrongWithoutBias(const CpuKernelContext& context) {
  const Floats t(context);
  const auto* bias = context.GetInputsSize() > 1 && context.Input(1) != nullptr
                         ? static_cast<const float*>(context.Input(1)->GetData())
                         : nullptr;
  for (int64_t i = 0; i < t.count; ++i) t.y[i] = bias == nullptr ? t.x[i] + 1 : t.x[i] + bias[i];
}

// Crashes behind conditions of which each must hold in turn.
void CrashesBehindConditions(const CpuKernelContext& context) {
  const Floats t(context);
  PlusOne(t);
  if (t.count < 6) return;
  if (t.x[0] > 100) {
    if (t.x[1] > 100) {
      if (t.x[2] < -1) {
        if (t.x[3] < -1) {
          if (t.x[4] > 100) {
            if (t.x[5] < -1) std::abort();
          }
        }
      }
    }
  }
}

void RemembersCount(const CpuKernelContext& context) {
  const Floats t(context);
  static const int64_t count = t.count;
  PlusOne(t);
  if (t.count != count && t.count > 0) t.y[0] = 0.25F;
}

void HangsOnce(const CpuKernelContext& context) {
  PlusOne(Floats(context));
  const char* file = std::getenv("HANGS_ONCE");
  if (file == nullptr || open(file, O_CREAT | O_EXCL | O_WRONLY, 0600) < 0) return;
  std::this_thread::sleep_for(std::chrono::seconds(30));
}

void Right(const CpuKernelContext& context) { PlusOne(Floats(context)); }

template <void (*Compute_)(const CpuKernelContext&)>
class Kernel : public aicpu::CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& context) override {
    Compute_(context);
    return 0;
  }
};

// Refuses what the expression computes.
class FailsForLarge : public aicpu::CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& context) override {
    const Floats t(context);
    PlusOne(t);
    return std::any_of(t.x, t.x + t.count, [](float value) { return value > 100; }) ? 1 : 0;
  }
};

const char* const kFailsForLarge = "FailsForLarge";
const char* const kWrongForLongAndLarge = "WrongForLongAndLarge";
const char* const kCrashesAtRankThree = "CrashesAtRankThree";
const char* const kWrongWithoutBias = "WrongWithoutBias";
const char* const kCrashesBehindConditions = "CrashesBehindConditions";
const char* const kExpressionErrs = "ExpressionErrs";
const char* const kSlowExpression = "SlowExpression";
const char* const kRemembersCount = "RemembersCount";
const char* const kHangsOnce = "HangsOnce";
const char* const kRight = "Right";

}  // namespace

namespace aicpu {

REGISTER_CPU_KERNEL(kFailsForLarge, FailsForLarge);
REGISTER_CPU_KERNEL(kWrongForLongAndLarge, Kernel<WrongForLongAndLarge>);
REGISTER_CPU_KERNEL(kCrashesAtRankThree, Kernel<CrashesAtRankThree>);
REGISTER_CPU_KERNEL(kWrongWithoutBias, Kernel<WrongWithoutBias>);
REGISTER_CPU_KERNEL(kCrashesBehindConditions, Kernel<CrashesBehindConditions>);
REGISTER_CPU_KERNEL(kExpressionErrs, Kernel<Right>);
REGISTER_CPU_KERNEL(kSlowExpression, Kernel<Right>);
REGISTER_CPU_KERNEL(kRemembersCount, Kernel<RemembersCount>);
REGISTER_CPU_KERNEL(kHangsOnce, Kernel<HangsOnce>);
REGISTER_CPU_KERNEL(kRight, Kernel<Right>);

}  // namespace aicpu
