#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "cpu_kernel.h"
#include "cpu_kernel_utils.h"
#include "log.h"
#include "status.h"

namespace misbehaving {

// Not inlined: its name is to stand in the call stack.
__attribute__((noinline)) void WriteNowhere(float* y) {
  std::fprintf(stderr, "about to <write> nowhere & \"die\"\n");
  *static_cast<volatile float*>(y) = 1;
}

// A function of a header stands there, which is inlined.
__attribute__((noinline)) void FillNowhere(volatile float* y) { std::fill_n(y, 3, 1.0F); }

__attribute__((noinline)) void TakeMemory() {
  std::vector<char> much(size_t{2} << 30, 'x');
  if (much[much.size() / 2] != 'x') std::abort();
}

}  // namespace misbehaving

namespace {
const char* const kMisbehave = "Misbehave";
}  // namespace

namespace aicpu {

class MisbehaveCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& context) override {
    const std::string how = context.GetAttr("how")->GetString();
    const auto* x = static_cast<const float*>(context.Input(0)->GetData());
    auto* y = static_cast<float*>(context.Output(0)->GetData());
    if (how == "abort" || how == "exit" || how == "hang") KERNEL_LOG_ERROR("%s comes now", how.c_str());
    if (how == "crash") misbehaving::WriteNowhere(reinterpret_cast<float*>(16));
    if (how == "header") misbehaving::FillNowhere(reinterpret_cast<volatile float*>(16));
    if (how == "abort") std::abort();
    if (how == "exit") std::exit(0);
    if (how == "_exit") _exit(0);
    if (how == "quick_exit") std::quick_exit(0);
    if (how == "exit_elsewhere") std::thread([] { std::exit(0); }).join();
    if (how == "memory") misbehaving::TakeMemory();
    while (how == "hang") pause();
    if (how == "log" || how == "log_and_fail") {
      CpuKernelUtils::ParallelFor(context, 64, 1, [](int64_t, int64_t) { KERNEL_LOG_ERROR("a piece is odd"); });
      if (how == "log_and_fail") return KERNEL_STATUS_INNER_ERROR;
    }
    if (how == "slow") usleep(200'000);
    for (int64_t i = 0; i < context.Input(0)->NumElements(); ++i) {
      y[i] = x[i] + (how == "lane" && i % 8 == 7 ? 1.0F : 0.0F);
    }
    return KERNEL_STATUS_OK;
  }
};

REGISTER_CPU_KERNEL(kMisbehave, MisbehaveCpuKernel);

}  // namespace aicpu
