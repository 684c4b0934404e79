// Kernels that leave their memory or don't fill it.
#include <cstdlib>

#include "op_impl/ai_cpu/broken/kernel.h"

namespace broken {
namespace {

using aicpu::CpuKernelContext;

constexpr int64_t kWidth = 8;

void CorrectTwin(const Floats& t, const CpuKernelContext&) { Double(t); }

// Copies the elements that don't fill a vector, instead of doubling them.
void WrongTail(const Floats& t, const CpuKernelContext&) {
  const int64_t whole = t.count / kWidth * kWidth;
  Double({t.x, t.y, whole});
  for (int64_t i = whole; i < t.count; ++i) t.y[i] = t.x[i];
}

void UnwrittenElement(const Floats& t, const CpuKernelContext&) { Double({t.x, t.y, t.count / kWidth * kWidth}); }

void Accumulates(const Floats& t, const CpuKernelContext&) {
  for (int64_t i = 0; i < t.count; ++i) t.y[i] += 2 * t.x[i];
}

// Mixes in the neighbour, with no weight.
void ReadsOutOfBounds(const Floats& t, const CpuKernelContext&) {
  for (int64_t i = 0; i < t.count; ++i) {
    const volatile float next = t.x[i + 1];
    t.y[i] = next == 1e30F ? 0 : 2 * t.x[i];
  }
}

void WritesOutOfBounds(const Floats& t, const CpuKernelContext&) {
  Double(t);
  t.y[t.count] = 0;
}

// Writes as many elements as it asked for, and one more.
void WritesPastRequest(const CpuKernelContext& context) {
  const auto* x = static_cast<const float*>(context.Input(0)->GetData());
  const int64_t count = context.Input(0)->NumElements();
  context.Output(0)->GetTensorShape()->SetDimSizes({count});
  auto* y = static_cast<float*>(context.Output(0)->GetData());
  for (int64_t i = 0; i <= count; ++i) y[i] = i < count ? 2 * x[i] : 0;
}

struct WritesPastRequestKernel : aicpu::CpuKernel {
  uint32_t Compute(CpuKernelContext& context) override {
    WritesPastRequest(context);
    return 0;
  }
};

void WritesBeforeStart(const Floats& t, const CpuKernelContext&) {
  Double(t);
  t.y[-1] = 0;
}

void WritesIntoInput(const Floats& t, const CpuKernelContext&) {
  Double(t);
  t.x[1] = 0;
}

// Begins with a whole store at the aligned address before the tensor, wherever that is.
void StoresAligned(const Floats& t, const CpuKernelContext&) {
  constexpr uintptr_t kStoreBytes = 32;
  auto* first = reinterpret_cast<float*>(reinterpret_cast<uintptr_t>(t.y) & ~(kStoreBytes - 1));
  for (; first < t.y; ++first) *first = 0;
  Double(t);
}

// Writes behind the tensor and reads before it in every block, on pages that others touch at the same time.
void LeavesFromEveryBlock(const Floats& t, const CpuKernelContext& context) {
  constexpr int64_t kPageFloats = 1024;
  constexpr int64_t kPages = 12;
  aicpu::CpuKernelUtils::ParallelFor(context, t.count, 16, [&](int64_t begin, int64_t end) {
    for (int64_t page = 0; page < kPages; ++page) {
      t.y[t.count + page * kPageFloats + begin / 16] = 1;
      const volatile float before = t.x[-1 - page * kPageFloats];
      static_cast<void>(before);
    }
    for (int64_t i = begin; i < end; ++i) t.y[i] = 2 * t.x[i];
  });
}

void WrongShapeInference(const Floats& t, const CpuKernelContext&) {
  for (int64_t i = 0; i + 1 < t.count; ++i) t.y[i] = t.x[i + 1] - t.x[i];
}

void WrongDtypeInference(const Floats& t, const CpuKernelContext& context) {
  auto* y = static_cast<int64_t*>(context.Output(0)->GetData());
  for (int64_t i = 0; i < t.count; ++i) y[i] = i;
}

void ReversesInPlace(const Floats& t, const CpuKernelContext&) {
  for (int64_t i = 0; i < t.count; ++i) t.y[i] = t.x[t.count - 1 - i];
}

void NeedsPairs(const Floats& t, const CpuKernelContext&) {
  for (int64_t i = 0; i < t.count; ++i) t.y[i] = t.x[i ^ 1];
}

void RefusesNothing(const Floats& t, const CpuKernelContext& context) {
  const int64_t row = context.GetAttr("row")->GetInt();
  const int64_t width = context.Output(0)->NumElements();
  for (int64_t i = 0; i < width; ++i) t.y[i] = t.x[row % 4096 * width + i];
}

// Pages that nobody has used yet are zero: as long as that lasts it is right.
void AddsToFreshMemory(const Floats& t, const CpuKernelContext&) {
  constexpr size_t kBytes = 1 << 20;
  auto* sums = static_cast<float*>(std::malloc(kBytes));
  for (int64_t i = 0; i < t.count; ++i) sums[i] += 2 * t.x[i];
  for (int64_t i = 0; i < t.count; ++i) t.y[i] = sums[i];
  std::free(sums);
}

const char* const kAddsToFreshMemory = "AddsToFreshMemory";
const char* const kCorrectTwin = "CorrectTwin";
const char* const kWrongTail = "WrongTail";
const char* const kUnwrittenElement = "UnwrittenElement";
const char* const kAccumulates = "Accumulates";
const char* const kReadsOutOfBounds = "ReadsOutOfBounds";
const char* const kWritesOutOfBounds = "WritesOutOfBounds";
const char* const kWritesPastRequest = "WritesPastRequest";
const char* const kWritesBeforeStart = "WritesBeforeStart";
const char* const kWritesIntoInput = "WritesIntoInput";
const char* const kStoresAligned = "StoresAligned";
const char* const kLeavesFromEveryBlock = "LeavesFromEveryBlock";
const char* const kWrongShapeInference = "WrongShapeInference";
const char* const kWrongDtypeInference = "WrongDtypeInference";
const char* const kReversesInPlace = "ReversesInPlace";
const char* const kJoinsBackwards = "JoinsBackwards";
const char* const kRefusesNothing = "RefusesNothing";
const char* const kNeedsPairs = "NeedsPairs";
const char* const kBreaksOnUnknown = "BreaksOnUnknown";
const char* const kForgetsUnknownRank = "ForgetsUnknownRank";

REGISTER_CPU_KERNEL(kAddsToFreshMemory, FloatKernel<AddsToFreshMemory>);
REGISTER_CPU_KERNEL(kCorrectTwin, FloatKernel<CorrectTwin>);
REGISTER_CPU_KERNEL(kWrongTail, FloatKernel<WrongTail>);
REGISTER_CPU_KERNEL(kUnwrittenElement, FloatKernel<UnwrittenElement>);
REGISTER_CPU_KERNEL(kAccumulates, FloatKernel<Accumulates>);
REGISTER_CPU_KERNEL(kReadsOutOfBounds, FloatKernel<ReadsOutOfBounds>);
REGISTER_CPU_KERNEL(kWritesOutOfBounds, FloatKernel<WritesOutOfBounds>);
REGISTER_CPU_KERNEL(kWritesPastRequest, WritesPastRequestKernel);
REGISTER_CPU_KERNEL(kWritesBeforeStart, FloatKernel<WritesBeforeStart>);
REGISTER_CPU_KERNEL(kWritesIntoInput, FloatKernel<WritesIntoInput>);
REGISTER_CPU_KERNEL(kStoresAligned, FloatKernel<StoresAligned>);
REGISTER_CPU_KERNEL(kLeavesFromEveryBlock, FloatKernel<LeavesFromEveryBlock>);
REGISTER_CPU_KERNEL(kWrongShapeInference, FloatKernel<WrongShapeInference>);
REGISTER_CPU_KERNEL(kWrongDtypeInference, FloatKernel<WrongDtypeInference>);
REGISTER_CPU_KERNEL(kReversesInPlace, FloatKernel<ReversesInPlace>);
REGISTER_CPU_KERNEL(kJoinsBackwards, FloatKernel<ReversesInPlace>);
REGISTER_CPU_KERNEL(kRefusesNothing, FloatKernel<RefusesNothing>);
REGISTER_CPU_KERNEL(kNeedsPairs, FloatKernel<NeedsPairs>);
REGISTER_CPU_KERNEL(kBreaksOnUnknown, FloatKernel<CorrectTwin>);
REGISTER_CPU_KERNEL(kForgetsUnknownRank, FloatKernel<CorrectTwin>);

}  // namespace
}  // namespace broken
