// Complex numbers and their parts, computed element by element.
#include <cmath>
#include <complex>

#include "op_impl/ai_cpu/common/binary.h"
#include "op_impl/ai_cpu/common/unary.h"

namespace aicpu {
namespace {

class ComplexCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::DispatchArithmetic(opdk::Types<float, double>(), ctx.Input(0)->GetDataType(), [&]<typename T>() {
      return opdk::BroadcastElements<T, T, std::complex<T>>(ctx, 1,
                                                            [](T real, T imag) { return std::complex<T>(real, imag); });
    });
  }
};
OPDK_CPU_KERNEL(Complex, ComplexCpuKernel);

// A kernel that computes a real number from each element: the element's real type, or float for integers.
template <typename AllTypes, int64_t kCost, auto kFunction>
class PartCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    return opdk::DispatchArithmetic(AllTypes(), ctx.Input(0)->GetDataType(), [&]<typename C>() {
      using Part = std::conditional_t<std::is_integral_v<C>, float, decltype(std::real(C()))>;
      return opdk::MapElements<C, Part>(ctx, kCost, kFunction);
    });
  }
};

// Returns the angle of a number. A bool counts as an integer that isn't negative.
template <typename T>
auto AngleOf(T x) {
  if constexpr (opdk::kIsComplex<T>) {
    return std::arg(x);
  } else if constexpr (std::is_integral_v<T>) {
    return x < T(0) ? static_cast<float>(M_PI) : 0.0F;
  } else {
    return x < 0 ? static_cast<T>(M_PI) : x != x ? x : T(0);
  }
}

using RealTypes = opdk::Join<opdk::ComplexTypes, opdk::Types<opdk::Half, float, double>>;
OPDK_CPU_KERNEL(Real, PartCpuKernel<RealTypes, 1, [](auto x) { return std::real(x); }>);
OPDK_CPU_KERNEL(Imag, PartCpuKernel<opdk::ComplexTypes, 1, [](auto x) { return std::imag(x); }>);
OPDK_CPU_KERNEL(ComplexAbs, PartCpuKernel<opdk::ComplexTypes, 8, [](auto x) { return std::abs(x); }>);
OPDK_CPU_KERNEL(Angle, PartCpuKernel<opdk::ComplexTypes, 40, [](auto x) { return AngleOf(x); }>);
using AngleV2Types =
    opdk::Types<opdk::Half, float, std::complex<float>, bool, uint8_t, int8_t, int16_t, int32_t, int64_t>;
OPDK_CPU_KERNEL(AngleV2, PartCpuKernel<AngleV2Types, 40, [](auto x) { return AngleOf(x); }>);

using ConjFunction = opdk::FunctionOf<1, [](auto x) { return std::conj(x); }>;
OPDK_CPU_KERNEL(Conj, opdk::MapCpuKernel<ConjFunction, opdk::ComplexTypes>);

}  // namespace

}  // namespace aicpu
