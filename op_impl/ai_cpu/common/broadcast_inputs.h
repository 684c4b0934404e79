// One element of each of an operator's inputs at a time, the inputs broadcast to one shape.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/binary.h"
#include "op_impl/ai_cpu/common/broadcast.h"
#include "op_impl/ai_cpu/common/converted.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace opdk {

// Returns whether an optional input is connected. The last inputs may be missing altogether.
inline bool IsGiven(const aicpu::CpuKernelContext& ctx, uint32_t input) {
  return input < ctx.GetInputsSize() && IsPresent(ctx.Input(input));
}

// Inputs 0 to kInputs - 1, of any dtype whose arithmetic type is C (converted.h). An absent input is 1 everywhere.
template <typename C, size_t kInputs>
class BroadcastInputs {
 public:
  BroadcastInputs(const aicpu::CpuKernelContext& ctx, const std::vector<int64_t>& shape)
      : plan_(ShapesOf(ctx), shape), inputs_(Inputs(ctx, std::make_index_sequence<kInputs>())) {}
  BroadcastInputs(const BroadcastInputs&) = delete;
  BroadcastInputs& operator=(const BroadcastInputs&) = delete;

  int64_t total() const { return plan_.total(); }
  // Calls visit(first, count, values) for pieces of the places [begin, end) of the shape. values: for each input a
  // pointer to `count` elements, at most kConvertedBlock.
  template <typename Visit>
  void ForEachBlock(int64_t begin, int64_t end, Visit&& visit) const {
    auto operands = Operands(std::make_index_sequence<kInputs>());
    plan_.ForEachRun(begin, end, [&](const int64_t* from, int64_t first, int64_t count) {
      for (size_t k = 0; k < kInputs; ++k) operands[k].Begin(from[k], count);
      for (int64_t done = 0; done < count; done += kConvertedBlock) {
        const int64_t next = std::min(kConvertedBlock, count - done);
        std::array<const C*, kInputs> values;
        for (size_t k = 0; k < kInputs; ++k) values[k] = operands[k].Next(done, next);
        visit(first + done, next, values);
      }
    });
  }
  // Calls visit(place, values) for the places [begin, end) of the shape. values: std::array<C, kInputs>.
  template <typename Visit>
  void ForEach(int64_t begin, int64_t end, Visit&& visit) const {
    ForEachBlock(begin, end, [&](int64_t first, int64_t count, const std::array<const C*, kInputs>& values) {
      for (int64_t i = 0; i < count; ++i) visit(static_cast<size_t>(first + i), ElementsAt(values, i));
    });
  }
  // Computes the elements of the first `outputs` outputs as function(values). function gives an std::array<C, …> with
  // an element of each. The outputs have the shape. `cost`: elementary operations per element.
  template <typename Function>
  uint32_t Map(const aicpu::CpuKernelContext& ctx, size_t outputs, int64_t cost, const Function& function) const {
    constexpr size_t kResults = std::tuple_size_v<decltype(function(std::array<C, kInputs>()))>;
    return ParallelRange(ctx, total(), cost, [&](int64_t begin, int64_t end) {
      std::array<ConvertedBlock<C>, kResults> blocks;
      std::array<C*, kResults> results;
      ForEachBlock(begin, end, [&](int64_t first, int64_t count, const std::array<const C*, kInputs>& values) {
        for (uint32_t k = 0; k < kResults; ++k) {
          results[k] = k < outputs ? ConvertedOutput<C>(ctx.Output(k)).Place(first, blocks[k]) : blocks[k].data();
        }
        for (int64_t i = 0; i < count; ++i) {
          const std::array<C, kResults> computed = function(ElementsAt(values, i));
          for (size_t k = 0; k < kResults; ++k) results[k][i] = computed[k];
        }
        for (uint32_t k = 0; k < outputs; ++k) ConvertedOutput<C>(ctx.Output(k)).Write(first, count, results[k]);
      });
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
  static std::array<C, kInputs> ElementsAt(const std::array<const C*, kInputs>& values, int64_t place) {
    std::array<C, kInputs> elements;
    for (size_t k = 0; k < kInputs; ++k) elements[k] = values[k][place];
    return elements;
  }
  template <size_t... kAt>
  std::array<ConvertedInput<C>, kInputs> Inputs(const aicpu::CpuKernelContext& ctx, std::index_sequence<kAt...>) const {
    return {(IsGiven(ctx, kAt) ? ConvertedInput<C>(ctx.Input(kAt)) : ConvertedInput<C>(&one_))...};
  }
  template <size_t... kAt>
  std::array<RunOperand<C>, kInputs> Operands(std::index_sequence<kAt...>) const {
    return {RunOperand<C>(inputs_[kAt], plan_.run_step(kAt))...};
  }

  const C one_ = static_cast<C>(1);
  const BroadcastPlan plan_;
  const std::array<ConvertedInput<C>, kInputs> inputs_;
};

}  // namespace opdk
