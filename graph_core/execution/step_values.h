// Input values of steps that the core itself runs, and their errors.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graph_core/base/tensor_size.h"
#include "graph_core/engines/engine.h"

namespace opdk {

inline Status StepFailed(std::string why) { return Status(ErrorCode::kKernelFailed, std::move(why)); }

// Returns whether the dimensions fit the declared dimensions: -1 any extent, {-2} any rank.
inline bool FitsDeclared(const std::vector<int64_t>& declared, std::span<const int64_t> dims) {
  if (declared == ge::UNKNOWN_RANK) return true;
  return std::equal(declared.begin(), declared.end(), dims.begin(), dims.end(),
                    [](int64_t known, int64_t dim) { return known < 0 || known == dim; });
}

// Returns the number in a scalar input. E6001: the input has more or fewer bytes than one number.
template <typename T>
Result<T> ScalarOf(const TensorArg& arg, std::string_view name) {
  OPDK_TRY(const size_t bytes, TensorBytes(arg.dtype, *arg.shape));
  if (bytes != sizeof(T)) {
    return StepFailed(fmt::format("{} must be one number, but is {}", name, DescribeTensor(arg.dtype, *arg.shape)));
  }
  T value = 0;
  std::memcpy(&value, arg.data, sizeof(value));
  return value;
}

}  // namespace opdk
