// 8-bit tensors less their zero point, as int32.
#pragma once

#include <vector>

#include "op_impl/ai_cpu/common/broadcast.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace opdk {

// Returns x - zero point, row-major. `zero_dims`: the zero point's shape, which broadcasts to x's. An absent zero point
// is 0.
inline std::vector<int32_t> Centered(const aicpu::Tensor* x, const aicpu::Tensor* zero_point,
                                     const std::vector<int64_t>& zero_dims) {
  std::vector<int32_t> result;
  (void)Dispatch(Types<uint8_t, int8_t>(), x->GetDataType(), [&]<typename T>() {
    const auto values = Values<const T>(x);
    result.assign(values.begin(), values.end());
    const auto zeros = Values<const T>(zero_point);
    if (zeros.empty()) return kKernelOk;
    const BroadcastPlan plan({zero_dims}, DimsOf(x));
    plan.ForEachRun(0, plan.total(), [&](const int64_t* from, int64_t begin, int64_t count) {
      for (int64_t i = 0; i < count; ++i) {
        result[static_cast<size_t>(begin + i)] -= zeros[static_cast<size_t>(from[0] + i * plan.run_step(0))];
      }
    });
    return kKernelOk;
  });
  return result;
}

}  // namespace opdk
