// Numbers that steps of the core itself take from their inputs.
#pragma once

#include <fmt/format.h>

#include <cstring>
#include <string_view>

#include "graph_core/base/tensor_size.h"
#include "graph_core/engines/engine.h"

namespace opdk {

// The one number of a scalar input. E6001: it holds more or less.
template <typename T>
Result<T> ScalarOf(const TensorArg& arg, std::string_view name) {
  OPDK_TRY(const size_t bytes, TensorBytes(arg.dtype, *arg.shape));
  if (bytes != sizeof(T)) {
    return Status(ErrorCode::kKernelFailed,
                  fmt::format("{} must be one number, but is {}", name, DescribeTensor(arg.dtype, *arg.shape)));
  }
  T value = 0;
  std::memcpy(&value, arg.data, sizeof(value));
  return value;
}

}  // namespace opdk
