// Kernels that do something to the process, or depend on it.
#include <fcntl.h>
#include <xmmintrin.h>

#include <atomic>
#include <cfenv>
#include <clocale>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <vector>

#include "op_impl/ai_cpu/broken/kernel.h"

namespace broken {
namespace {

using aicpu::CpuKernelContext;

// One buffer for all calls.
std::vector<float> scratch;

void SharesScratch(const Floats& t, const CpuKernelContext&) {
  if (scratch.size() < static_cast<size_t>(t.count)) scratch.resize(static_cast<size_t>(t.count));
  volatile float* shared = scratch.data();
  for (int64_t i = 0; i < t.count; ++i) shared[i] = 0;
  for (int64_t i = 0; i < t.count; ++i) shared[i] = shared[i] + t.x[i];
  for (int64_t i = 0; i < t.count; ++i) t.y[i] = 2 * shared[i];
}

// Is correct: one call at a time has the buffer.
void LocksScratch(const Floats& t, const CpuKernelContext& context) {
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  SharesScratch(t, context);
}

// Parts are added in the order in which they end.
void CountsCalls(const Floats& t, const CpuKernelContext&) {
  static std::atomic<int> calls{0};
  const auto call = static_cast<float>(calls++);
  for (int64_t i = 0; i < t.count; ++i) t.y[i] = 2 * t.x[i] + call;
}

void UnorderedSum(const Floats& t, const CpuKernelContext& context) {
  std::mutex mutex;
  float sum = 0;
  aicpu::CpuKernelUtils::ParallelFor(context, t.count, 1024, [&](int64_t begin, int64_t end) {
    float part = 0;
    for (int64_t i = begin; i < end; ++i) part += t.x[i];
    const std::lock_guard lock(mutex);
    sum += part;
  });
  t.y[0] = sum;
}

// Rounds in between unless y is aligned to 64 bytes.
void DependsOnAlignment(const Floats& t, const CpuKernelContext&) {
  for (int64_t i = 0; i < t.count; ++i) {
    const bool aligned = reinterpret_cast<uintptr_t>(t.y) % 64 == 0;
    t.y[i] = aligned ? 2 * t.x[i] : t.x[i] / 0.3F * 0.6F;
  }
}

void Crashes(const Floats& t, const CpuKernelContext&) {
  volatile float* nowhere = nullptr;
  *nowhere = t.x[0];
}

void Hangs(const Floats& t, const CpuKernelContext&) {
  volatile bool done = t.count < 0;
  while (!done) std::this_thread::yield();
}

void Leaks(const Floats& t, const CpuKernelContext&) {
  auto* copy = new std::vector<float>(t.x, t.x + t.count);
  Double({copy->data(), t.y, t.count});
}

void LeaksFiles(const Floats& t, const CpuKernelContext&) {
  [[maybe_unused]] const int file = open("/dev/null", O_RDONLY);
  Double(t);
}

void LeaksThreads(const Floats& t, const CpuKernelContext&) {
  std::thread([] { std::this_thread::sleep_for(std::chrono::seconds(5)); }).detach();
  Double(t);
}

void ChangesRounding(const Floats& t, const CpuKernelContext&) {
  std::fesetround(FE_UPWARD);
  Double(t);
}

void FlushesDenormals(const Floats& t, const CpuKernelContext&) {
  _MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_ON);
  Double(t);
}

void ChangesLocale(const Floats& t, const CpuKernelContext&) {
  std::setlocale(LC_ALL, "C.UTF-8");
  Double(t);
}

void KeepsFirstAttribute(const Floats& t, const CpuKernelContext& context) {
  static const float alpha = context.GetAttr("alpha")->GetFloat();
  for (int64_t i = 0; i < t.count; ++i) t.y[i] = alpha * t.x[i];
}

void MixesUpPieces(const Floats& t, const CpuKernelContext& context) {
  constexpr int64_t kElementsPerPiece = 16384;
  aicpu::CpuKernelUtils::ParallelFor(context, t.count, kElementsPerPiece, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) t.y[i] = 2 * t.x[i - begin];
  });
}

const char* const kKeepsFirstAttribute = "KeepsFirstAttribute";
const char* const kMixesUpPieces = "MixesUpPieces";
const char* const kSharesScratch = "SharesScratch";
const char* const kLocksScratch = "LocksScratch";
const char* const kCountsCalls = "CountsCalls";
const char* const kUnorderedSum = "UnorderedSum";
const char* const kDependsOnAlignment = "DependsOnAlignment";
const char* const kCrashes = "Crashes";
const char* const kHangs = "Hangs";
const char* const kLeaks = "Leaks";
const char* const kLeaksFiles = "LeaksFiles";
const char* const kLeaksThreads = "LeaksThreads";
const char* const kChangesRounding = "ChangesRounding";
const char* const kFlushesDenormals = "FlushesDenormals";
const char* const kChangesLocale = "ChangesLocale";

REGISTER_CPU_KERNEL(kKeepsFirstAttribute, FloatKernel<KeepsFirstAttribute>);
REGISTER_CPU_KERNEL(kMixesUpPieces, FloatKernel<MixesUpPieces>);
REGISTER_CPU_KERNEL(kSharesScratch, FloatKernel<SharesScratch>);
REGISTER_CPU_KERNEL(kLocksScratch, FloatKernel<LocksScratch>);
REGISTER_CPU_KERNEL(kCountsCalls, FloatKernel<CountsCalls>);
REGISTER_CPU_KERNEL(kUnorderedSum, FloatKernel<UnorderedSum>);
REGISTER_CPU_KERNEL(kDependsOnAlignment, FloatKernel<DependsOnAlignment>);
REGISTER_CPU_KERNEL(kCrashes, FloatKernel<Crashes>);
REGISTER_CPU_KERNEL(kHangs, FloatKernel<Hangs>);
REGISTER_CPU_KERNEL(kLeaks, FloatKernel<Leaks>);
REGISTER_CPU_KERNEL(kLeaksFiles, FloatKernel<LeaksFiles>);
REGISTER_CPU_KERNEL(kLeaksThreads, FloatKernel<LeaksThreads>);
REGISTER_CPU_KERNEL(kChangesRounding, FloatKernel<ChangesRounding>);
REGISTER_CPU_KERNEL(kFlushesDenormals, FloatKernel<FlushesDenormals>);
REGISTER_CPU_KERNEL(kChangesLocale, FloatKernel<ChangesLocale>);

}  // namespace
}  // namespace broken
