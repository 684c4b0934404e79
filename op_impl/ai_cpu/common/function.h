// Functions of single values, as the elementwise kernels (unary.h, binary.h) call them: callable with values of the
// compute type, with kCost (elementary operations) and, when they have parameters, made from the context whose
// attributes hold them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>

#include "cpu_kernel.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace opdk {

template <typename Function>
Function MakeFunction(const aicpu::CpuKernelContext& ctx) {
  if constexpr (std::is_constructible_v<Function, const aicpu::CpuKernelContext&>) {
    return Function(ctx);
  } else {
    return Function();
  }
}

// The name of a float attribute and its default, as a template argument.
template <size_t kLength>
struct FloatAttribute {
  consteval FloatAttribute(const char (&text)[kLength], float value) : fallback(value) {
    std::copy_n(text, kLength, name);
  }
  char name[kLength]{};
  float fallback;
};

// kFunction(x..., attributes...): the attributes in the type of x, which is also that of the result.
template <int64_t kOperations, auto kFunction, FloatAttribute... kAttributes>
struct FunctionOf {
  static constexpr int64_t kCost = kOperations;
  explicit FunctionOf([[maybe_unused]] const aicpu::CpuKernelContext& ctx)
      : parameters{FloatAttr(ctx, kAttributes.name, kAttributes.fallback)...} {}
  template <typename T, typename... Others>
  T operator()(T x, Others... others) const {
    return std::apply(
        [&](auto... values) { return static_cast<T>(kFunction(x, others..., static_cast<T>(values)...)); }, parameters);
  }
  std::array<float, sizeof...(kAttributes)> parameters;
};

}  // namespace opdk
