// One element of each of an operator's inputs at a time, the inputs broadcast to one shape.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/broadcast.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace opdk {

// Returns whether an optional input is connected. The last inputs may be missing altogether.
inline bool IsGiven(const aicpu::CpuKernelContext& ctx, uint32_t input) {
  return input < ctx.GetInputsSize() && IsPresent(ctx.Input(input));
}

// Inputs 0 to kInputs - 1, of type T. An absent input is 1 everywhere.
template <typename T, size_t kInputs>
class BroadcastInputs {
 public:
  BroadcastInputs(const aicpu::CpuKernelContext& ctx, const std::vector<int64_t>& shape) : plan_(ShapesOf(ctx), shape) {
    for (uint32_t k = 0; k < kInputs; ++k) {
      inputs_[k] = IsGiven(ctx, k) ? Values<const T>(ctx.Input(k)) : std::span<const T>(&one_, 1);
    }
  }
  BroadcastInputs(const BroadcastInputs&) = delete;
  BroadcastInputs& operator=(const BroadcastInputs&) = delete;

  int64_t total() const { return plan_.total(); }
  // Calls visit(place, values) for the places [begin, end) of the shape. values: std::array<C, kInputs>.
  template <typename C, typename Visit>
  void ForEach(int64_t begin, int64_t end, Visit&& visit) const {
    plan_.ForEachRun(begin, end, [&](const int64_t* from, int64_t first, int64_t count) {
      for (int64_t i = 0; i < count; ++i) {
        std::array<C, kInputs> values;
        for (size_t k = 0; k < kInputs; ++k) {
          values[k] = static_cast<C>(inputs_[k][static_cast<size_t>(from[k] + i * plan_.run_step(k))]);
        }
        visit(static_cast<size_t>(first + i), values);
      }
    });
  }

 private:
  static std::vector<std::vector<int64_t>> ShapesOf(const aicpu::CpuKernelContext& ctx) {
    std::vector<std::vector<int64_t>> shapes(kInputs);
    for (uint32_t k = 0; k < kInputs; ++k) {
      if (IsGiven(ctx, k)) shapes[k] = DimsOf(ctx.Input(k));
    }
    return shapes;
  }

  const T one_ = static_cast<T>(1);
  const BroadcastPlan plan_;
  std::array<std::span<const T>, kInputs> inputs_;
};

}  // namespace opdk
