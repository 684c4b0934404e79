#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>
#include <vector>

#include "cpu_kernel.h"
#include "cpu_kernel_utils.h"

namespace faults {
namespace {

using aicpu::CpuKernelContext;
using aicpu::CpuKernelUtils;

constexpr int64_t kElementsPerShard = 256;

struct Floats {
  const float* x;
  float* y;
  int64_t count;
};

Floats Of(const CpuKernelContext& context) {
  return {static_cast<const float*>(context.Input(0)->GetData()), static_cast<float*>(context.Output(0)->GetData()),
          context.Input(0)->NumElements()};
}

// Runs two parallel sections, the second of which reads what the first wrote; adds up under a lock.
uint32_t Faultless(const CpuKernelContext& context) {
  const Floats t = Of(context);
  std::vector<float> doubled(static_cast<size_t>(t.count));
  std::mutex mutex;
  int64_t written = 0;
  CpuKernelUtils::ParallelFor(context, t.count, kElementsPerShard, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) doubled[static_cast<size_t>(i)] = 2 * t.x[i];
    const std::lock_guard lock(mutex);
    written += end - begin;
  });
  CpuKernelUtils::ParallelFor(context, t.count, kElementsPerShard, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) t.y[i] = doubled[static_cast<size_t>(t.count - 1 - i)];
  });
  for (int64_t i = 0; i < t.count / 2; ++i) std::swap(t.y[i], t.y[t.count - 1 - i]);
  return written == t.count ? 0 : 1;
}

uint32_t HeapOverflow(const CpuKernelContext& context) {
  const Floats t = Of(context);
  if (t.count == 0) return 0;
  std::vector<float> copy(t.x, t.x + t.count);
  copy.shrink_to_fit();
  volatile const float* values = copy.data();
  const float behind = values[t.count];
  for (int64_t i = 0; i < t.count; ++i) t.y[i] = 2 * values[i] + (behind == 1e30F ? 1 : 0);
  return 0;
}

uint32_t BadShift(const CpuKernelContext& context) {
  const Floats t = Of(context);
  volatile int bits = 32 + static_cast<int>(t.count) * 0;
  volatile int shifted = 1 << bits;
  for (int64_t i = 0; i < t.count; ++i) t.y[i] = 2 * t.x[i] + 0 * static_cast<float>(shifted);
  return 0;
}

// Writes the same number into the same variable in each piece. On a busy machine one thread could do all pieces before
// another wakes up. So a piece that isn't all waits for a second piece, in a way that orders nothing.
uint32_t DataRace(const CpuKernelContext& context) {
  const Floats t = Of(context);
  float factor = 0;
  std::atomic<int> pieces = 0;
  CpuKernelUtils::ParallelFor(context, t.count, kElementsPerShard, [&](int64_t begin, int64_t end) {
    pieces.fetch_add(1, std::memory_order_relaxed);
    const auto start = std::chrono::steady_clock::now();
    while (end - begin < t.count && pieces.load(std::memory_order_relaxed) < 2 &&
           std::chrono::steady_clock::now() - start < std::chrono::seconds(20)) {
      std::this_thread::yield();
    }
    for (int64_t i = begin; i < end; ++i) {
      factor = 2;
      t.y[i] = factor * t.x[i];
    }
  });
  return 0;
}

template <uint32_t (*Function)(const CpuKernelContext&)>
class Kernel : public aicpu::CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& context) override { return Function(context); }
};

const char* const kFaultless = "Faultless";
const char* const kHeapOverflow = "HeapOverflow";
const char* const kBadShift = "BadShift";
const char* const kDataRace = "DataRace";

REGISTER_CPU_KERNEL(kFaultless, Kernel<Faultless>);
REGISTER_CPU_KERNEL(kHeapOverflow, Kernel<HeapOverflow>);
REGISTER_CPU_KERNEL(kBadShift, Kernel<BadShift>);
REGISTER_CPU_KERNEL(kDataRace, Kernel<DataRace>);

}  // namespace
}  // namespace faults
