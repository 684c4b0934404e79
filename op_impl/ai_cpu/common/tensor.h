// Typed views of a kernel's tensors and its attributes, and the parallel loop.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "cpu_context.h"
#include "cpu_kernel_utils.h"
#include "cpu_tensor.h"
#include "op_impl/ai_cpu/common/dtype_dispatch.h"
#include "op_impl/ai_cpu/common/function_ref.h"

namespace opdk {

template <typename T>
using ArrayMap = Eigen::Map<Eigen::Array<T, Eigen::Dynamic, 1>>;
template <typename T>
using ConstArrayMap = Eigen::Map<const Eigen::Array<T, Eigen::Dynamic, 1>>;

// Returns whether an optional input is connected. An input without elements can't be told from an absent one, and need
// not be.
inline bool IsPresent(const aicpu::Tensor* tensor) { return tensor != nullptr && tensor->GetData() != nullptr; }

// Returns all elements, row-major. Empty for a tensor that is absent.
template <typename T>
std::span<T> Values(const aicpu::Tensor* tensor) {
  if (!IsPresent(tensor)) return {};
  return {static_cast<T*>(tensor->GetData()), static_cast<size_t>(tensor->NumElements())};
}

inline std::vector<int64_t> DimsOf(const aicpu::Tensor* tensor) { return tensor->GetTensorShape()->GetDimSizes(); }

// Returns the product of dims[begin, end).
inline int64_t Product(std::span<const int64_t> dims) {
  int64_t product = 1;
  for (int64_t extent : dims) product *= extent;
  return product;
}

// Returns the values of an int32 or int64 tensor. Empty for an absent tensor.
inline std::vector<int64_t> IntValues(const aicpu::Tensor* tensor) {
  std::vector<int64_t> values;
  if (!IsPresent(tensor)) return values;
  (void)Dispatch(Types<int64_t, int32_t>(), tensor->GetDataType(), [&]<typename T>() {
    const auto source = Values<const T>(tensor);
    values.assign(source.begin(), source.end());
    return kKernelOk;
  });
  return values;
}

// Returns the values of a floating tensor as doubles. Empty for an absent tensor.
inline std::vector<double> FloatValues(const aicpu::Tensor* tensor) {
  std::vector<double> values;
  if (!IsPresent(tensor)) return values;
  (void)Dispatch(FloatTypes(), tensor->GetDataType(), [&]<typename T>() {
    for (T value : Values<const T>(tensor)) values.push_back(static_cast<double>(value));
    return kKernelOk;
  });
  return values;
}

// Returns an attribute. `fallback`: the prototype's default, for operators that were built without the attribute.
inline int64_t IntAttr(const aicpu::CpuKernelContext& ctx, const char* name, int64_t fallback) {
  const aicpu::AttrValue* attr = ctx.GetAttr(name);
  return attr == nullptr ? fallback : attr->GetInt();
}
inline float FloatAttr(const aicpu::CpuKernelContext& ctx, const char* name, float fallback) {
  const aicpu::AttrValue* attr = ctx.GetAttr(name);
  return attr == nullptr ? fallback : attr->GetFloat();
}
inline bool BoolAttr(const aicpu::CpuKernelContext& ctx, const char* name, bool fallback) {
  const aicpu::AttrValue* attr = ctx.GetAttr(name);
  return attr == nullptr ? fallback : attr->GetBool();
}
inline std::string StringAttr(const aicpu::CpuKernelContext& ctx, const char* name, const char* fallback) {
  const aicpu::AttrValue* attr = ctx.GetAttr(name);
  return attr == nullptr ? fallback : attr->GetString();
}
inline std::vector<int64_t> ListIntAttr(const aicpu::CpuKernelContext& ctx, const char* name) {
  const aicpu::AttrValue* attr = ctx.GetAttr(name);
  return attr == nullptr ? std::vector<int64_t>() : attr->GetListInt();
}

// Returns whether the operator is a D form, whose attributes are inputs of its general form. Its name ends with D.
inline bool IsDForm(const aicpu::CpuKernelContext& ctx) { return ctx.GetOpType().ends_with('D'); }

// Returns the values of an input, or of the attribute in its place in the operator's D form: one number, or a list.
inline std::vector<int64_t> GivenInt(const aicpu::CpuKernelContext& ctx, uint32_t input, const char* attr) {
  return IsDForm(ctx) ? std::vector<int64_t>{IntAttr(ctx, attr, 0)} : IntValues(ctx.Input(input));
}
inline std::vector<int64_t> GivenInts(const aicpu::CpuKernelContext& ctx, uint32_t input, const char* attr) {
  return IsDForm(ctx) ? ListIntAttr(ctx, attr) : IntValues(ctx.Input(input));
}

// Elementary operations that are worth a second thread (about 20 us of them).
inline constexpr int64_t kParallelWork = 32 * 1024;

// Runs work(begin, end) over [0, total), in parallel when total * cost is worth it. `cost`: elementary operations per
// unit.
inline uint32_t ParallelRange(const aicpu::CpuKernelContext& ctx, int64_t total, int64_t cost,
                              FunctionRef<void(int64_t, int64_t)> work) {
  if (total <= 0) return kKernelOk;
  const int64_t grain = std::max<int64_t>(1, kParallelWork / std::max<int64_t>(1, cost));
  if (total <= grain) {
    work(0, total);
    return kKernelOk;
  }
  return aicpu::CpuKernelUtils::ParallelFor(ctx, total, grain, work);
}

}  // namespace opdk
