#include <cmath>
#include <numbers>

#include "op_impl/ai_cpu/common/unary.h"

namespace aicpu {
namespace {

// erfc keeps its precision where 1 + erf would cancel, at large negative x.
struct ExactGelu {
  template <typename T>
  T operator()(T x) const {
    return x / 2 * std::erfc(-x / std::numbers::sqrt2_v<T>);
  }
};

struct TanhGelu {
  template <typename T>
  T operator()(T x) const {
    const T scale = std::numbers::sqrt2_v<T> * std::numbers::inv_sqrtpi_v<T>;
    return x / 2 * (1 + std::tanh(scale * (x + T(0.044715) * x * x * x)));
  }
};

class GeluCpuKernel : public CpuKernel {
 public:
  uint32_t Compute(CpuKernelContext& ctx) override {
    const bool exact = opdk::StringAttr(ctx, "approximate", "none") == "none";
    return opdk::DispatchArithmetic(opdk::FloatTypes(), ctx.Input(0)->GetDataType(), [&]<typename C>() {
      return exact ? opdk::MapElements<C, C>(ctx, 40, ExactGelu()) : opdk::MapElements<C, C>(ctx, 40, TanhGelu());
    });
  }
};
OPDK_CPU_KERNEL(Gelu, GeluCpuKernel);

}  // namespace

}  // namespace aicpu
