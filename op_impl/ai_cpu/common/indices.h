// Indices that must lie inside of the axes they are for.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "log.h"
#include "op_impl/ai_cpu/common/tensor.h"

namespace opdk {

enum class Negative : bool { kOutside, kFromTheEnd };

// Checks indices. `input`: the name of the indices. `dims`: their shape. `extents`: one extent for all indices, or one
// for each index of the last axis. Returns kKernelFailed after an error that names input, element, index and extent.
template <typename T>
uint32_t RequireInside(const char* input, std::span<const T> indices, std::span<const int64_t> dims,
                       std::span<const int64_t> extents, Negative negative) {
  for (size_t i = 0; i < indices.size(); ++i) {
    const int64_t index = indices[i], extent = extents[extents.size() == 1 ? 0 : i % extents.size()];
    const int64_t least = negative == Negative::kFromTheEnd ? -extent : 0;
    if (index >= least && index < extent) continue;
    std::string element;
    auto rest = static_cast<int64_t>(i);
    for (size_t axis = dims.size(); axis-- > 0; rest /= dims[axis]) {
      element = std::to_string(rest % dims[axis]) + (element.empty() ? "" : ", ") + element;
    }
    KERNEL_LOG_ERROR("input %s: element [%s] is %lld, outside of %lld to %lld: the extent is %lld", input,
                     element.c_str(), static_cast<long long>(index), static_cast<long long>(least),
                     static_cast<long long>(extent - 1), static_cast<long long>(extent));
    return kKernelFailed;
  }
  return kKernelOk;
}

}  // namespace opdk
