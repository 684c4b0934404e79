// Indices that must lie inside of the axes they are for.
#pragma once

#include <array>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string>
#include <vector>

#include "log.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace opdk {

enum class Negative : bool { kOutside, kFromTheEnd };

// Refuses `value`, element `place` of the input of extents `dims`, with an error that names what a user looks for.
inline uint32_t RefuseIndex(const char* input, size_t place, std::span<const int64_t> dims, const std::string& value,
                            int64_t least, int64_t extent) {
  std::string element;
  auto rest = static_cast<int64_t>(place);
  for (size_t axis = dims.size(); axis-- > 0; rest /= dims[axis]) {
    element = std::to_string(rest % dims[axis]) + (element.empty() ? "" : ", ") + element;
  }
  KERNEL_LOG_ERROR("input %s: element [%s] is %s, outside of %lld to %lld: the extent is %lld", input, element.c_str(),
                   value.c_str(), static_cast<long long>(least), static_cast<long long>(extent - 1),
                   static_cast<long long>(extent));
  return kKernelFailed;
}

// Checks indices. `input`: the name of the indices. `dims`: their shape. `extents`: one extent for all indices, or one
// for each index of the last axis. Returns kKernelFailed after an error that names input, element, index and extent.
template <typename T>
uint32_t RequireInside(const char* input, std::span<const T> indices, std::span<const int64_t> dims,
                       std::span<const int64_t> extents, Negative negative) {
  for (size_t i = 0; i < indices.size(); ++i) {
    const int64_t index = indices[i], extent = extents[extents.size() == 1 ? 0 : i % extents.size()];
    const int64_t least = negative == Negative::kFromTheEnd ? -extent : 0;
    if (index >= least && index < extent) continue;
    return RefuseIndex(input, i, dims, std::to_string(index), least, extent);
  }
  return kKernelOk;
}

struct NoneIsExempt {
  bool operator()(int64_t) const { return false; }
};

// Checks a tensor of indices against one extent, as RequireInside does. Indices that `Exempt` holds for are legal.
template <typename Exempt = NoneIsExempt>
uint32_t RequireAllInside(const char* input, const aicpu::Tensor* tensor, int64_t extent, const Exempt& exempt = {}) {
  const std::vector<int64_t> indices = IntValues(tensor);
  for (size_t i = 0; i < indices.size(); ++i) {
    if (exempt(indices[i]) || (indices[i] >= 0 && indices[i] < extent)) continue;
    return RefuseIndex(input, i, DimsOf(tensor), std::to_string(indices[i]), 0, extent);
  }
  return kKernelOk;
}

// Checks the first column of a table of regions, [K, 5]: the numbers of their images.
inline uint32_t RequireImages(const char* input, std::span<const double> regions, std::span<const int64_t> dims,
                              int64_t images) {
  for (size_t i = 0; i < regions.size(); i += static_cast<size_t>(dims[1])) {
    if (regions[i] >= 0 && regions[i] < static_cast<double>(images)) continue;
    std::array<char, 32> number;
    std::snprintf(number.data(), number.size(), "%.9g", regions[i]);
    return RefuseIndex(input, i, dims, number.data(), 0, images);
  }
  return kKernelOk;
}

}  // namespace opdk
