// From exact int32 sums back to bytes.
#pragma once

#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "op_impl/ai_cpu/common/broadcast.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace opdk {

// Returns the number of T that is nearest to an integral `value`. NaN gives 0.
template <typename T>
T Saturated(float value) {
  if (std::isnan(value)) return 0;
  return static_cast<T>(std::fmin(std::fmax(value, std::numeric_limits<T>::min()), std::numeric_limits<T>::max()));
}

// A tensor of factors and the shape with which it broadcasts.
struct Factors {
  const aicpu::Tensor* tensor;
  std::vector<int64_t> dims;
};

// Computes y = saturate(round(sums * left * right / divisor) + zero point). Halves round to even. y is int8 or uint8
// like the zero point, which has the divisor's shape.
inline uint32_t Requantize(std::span<const int32_t> sums, const Factors& left, const Factors& right,
                           const Factors& divisor, const aicpu::Tensor* zero_point, const aicpu::Tensor* y) {
  const auto a = Values<const float>(left.tensor), b = Values<const float>(right.tensor),
             c = Values<const float>(divisor.tensor);
  return Dispatch(Types<uint8_t, int8_t>(), y->GetDataType(), [&]<typename T>() {
    const auto zero = Values<const T>(zero_point);
    const auto out = Values<T>(y);
    const BroadcastPlan plan({left.dims, right.dims, divisor.dims}, DimsOf(y));
    plan.ForEachRun(0, plan.total(), [&](const int64_t* from, int64_t begin, int64_t count) {
      for (int64_t i = 0; i < count; ++i) {
        auto at = [&](size_t operand) { return static_cast<size_t>(from[operand] + i * plan.run_step(operand)); };
        const float scaled =
            static_cast<float>(sums[static_cast<size_t>(begin + i)]) * (a[at(0)] * b[at(1)] / c[at(2)]);
        out[static_cast<size_t>(begin + i)] =
            Saturated<T>(std::nearbyint(scaled) + static_cast<float>(zero[zero.size() == 1 ? 0 : at(2)]));
      }
    });
    return kKernelOk;
  });
}

}  // namespace opdk
