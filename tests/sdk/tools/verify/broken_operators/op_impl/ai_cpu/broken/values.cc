// Kernels that compute something else.
#include <cmath>

#include "op_impl/ai_cpu/broken/kernel.h"

namespace broken {
namespace {

using aicpu::CpuKernelContext;

// Loses NaN: std::fmax returns the other operand for NaN.
void SwallowsNan(const Floats& t, const CpuKernelContext&) {
  for (int64_t i = 0; i < t.count; ++i) t.y[i] = std::fmax(t.x[i], 0.0F);
}

void IgnoresAttribute(const Floats& t, const CpuKernelContext&) {
  for (int64_t i = 0; i < t.count; ++i) t.y[i] = t.x[i];
}

void TruncatesThroughFloat(const Floats& t, const CpuKernelContext& context) {
  const auto* x = static_cast<const int64_t*>(context.Input(0)->GetData());
  auto* y = static_cast<int64_t*>(context.Output(0)->GetData());
  for (int64_t i = 0; i < t.count; ++i) y[i] = static_cast<int64_t>(static_cast<float>(x[i]) + 1.0F);
}

void EnginesDisagree(const Floats& t, const CpuKernelContext& context) {
  auto* z = static_cast<float*>(context.Output(1)->GetData());
  Double(t);
  for (int64_t i = 0; i < t.count; ++i) z[i] = 3.001F * t.x[i];
}

void CrashesOnStrings(const Floats& t, const CpuKernelContext&) { Double(t); }

void DividesByAttribute(const Floats& t, const CpuKernelContext& context) {
  const int64_t count = context.Output(0)->NumElements();
  for (int64_t i = 0; i < count; ++i) t.y[i] = t.x[i];
}

void LosesDenormals(const Floats& t, const CpuKernelContext&) {
  for (int64_t i = 0; i < t.count; ++i) t.y[i] = std::fpclassify(t.x[i]) == FP_SUBNORMAL ? 0.0F : t.x[i];
}

void RoundsHalvesAway(const Floats& t, const CpuKernelContext&) {
  for (int64_t i = 0; i < t.count; ++i) t.y[i] = std::round(t.x[i]);
}

void LosesZeroSign(const Floats& t, const CpuKernelContext&) {
  for (int64_t i = 0; i < t.count; ++i) t.y[i] = 0.0F - t.x[i];
}

void CutsTo32Bits(const Floats& t, const CpuKernelContext& context) {
  const auto* x = static_cast<const int64_t*>(context.Input(0)->GetData());
  auto* y = static_cast<int64_t*>(context.Output(0)->GetData());
  for (int64_t i = 0; i < t.count; ++i) y[i] = static_cast<int32_t>(static_cast<uint32_t>(x[i]) * 2U);
}

void Saturates(const Floats& t, const CpuKernelContext& context) {
  const auto* x = static_cast<const int64_t*>(context.Input(0)->GetData());
  auto* y = static_cast<int64_t*>(context.Output(0)->GetData());
  for (int64_t i = 0; i < t.count; ++i) {
    if (__builtin_mul_overflow(x[i], int64_t{2}, &y[i])) y[i] = x[i] > 0 ? INT64_MAX : INT64_MIN;
  }
}

// Stores what a comparison of vectors gives: all bits of an element set.
void StoresMasks(const Floats& t, const CpuKernelContext& context) {
  auto* y = static_cast<uint8_t*>(context.Output(0)->GetData());
  for (int64_t i = 0; i < t.count; ++i) y[i] = t.x[i] > 0 ? 0xFF : 0;
}

void SwapsColumns(const Floats& t, const CpuKernelContext&) {
  for (int64_t i = 0; i < t.count; ++i) t.y[i] = t.x[i];
}

const char* const kStoresMasks = "StoresMasks";
const char* const kSwapsColumns = "SwapsColumns";
const char* const kSwallowsNan = "SwallowsNan";
const char* const kLosesDenormals = "LosesDenormals";
const char* const kRoundsHalvesAway = "RoundsHalvesAway";
const char* const kLosesZeroSign = "LosesZeroSign";
const char* const kCutsTo32Bits = "CutsTo32Bits";
const char* const kSaturates = "Saturates";
const char* const kIgnoresAttribute = "IgnoresAttribute";
const char* const kTruncatesThroughFloat = "TruncatesThroughFloat";
const char* const kEnginesDisagree = "EnginesDisagree";
const char* const kDividesByAttribute = "DividesByAttribute";
const char* const kCrashesOnStrings = "CrashesOnStrings";

REGISTER_CPU_KERNEL(kStoresMasks, FloatKernel<StoresMasks>);
REGISTER_CPU_KERNEL(kSwapsColumns, FloatKernel<SwapsColumns>);
REGISTER_CPU_KERNEL(kSwallowsNan, FloatKernel<SwallowsNan>);
REGISTER_CPU_KERNEL(kLosesDenormals, FloatKernel<LosesDenormals>);
REGISTER_CPU_KERNEL(kRoundsHalvesAway, FloatKernel<RoundsHalvesAway>);
REGISTER_CPU_KERNEL(kLosesZeroSign, FloatKernel<LosesZeroSign>);
REGISTER_CPU_KERNEL(kCutsTo32Bits, FloatKernel<CutsTo32Bits>);
REGISTER_CPU_KERNEL(kSaturates, FloatKernel<Saturates>);
REGISTER_CPU_KERNEL(kIgnoresAttribute, FloatKernel<IgnoresAttribute>);
REGISTER_CPU_KERNEL(kTruncatesThroughFloat, FloatKernel<TruncatesThroughFloat>);
REGISTER_CPU_KERNEL(kEnginesDisagree, FloatKernel<EnginesDisagree>);
REGISTER_CPU_KERNEL(kDividesByAttribute, FloatKernel<DividesByAttribute>);
REGISTER_CPU_KERNEL(kCrashesOnStrings, FloatKernel<CrashesOnStrings>);

}  // namespace
}  // namespace broken
