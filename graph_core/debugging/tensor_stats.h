// Statistics of the numbers in a tensor.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "graph/types.h"

namespace opdk {

// Statistics. Real and imaginary parts of complex numbers count as separate numbers.
struct TensorStats {
  int64_t count = 0;
  int64_t nans = 0;
  int64_t infinities = 0;
  // Statistics of the finite numbers, if there are any.
  double min = 0;
  double max = 0;
  double mean = 0;

  int64_t finite() const { return count - nans - infinities; }
};

// Returns the statistics. nullopt: the elements are not numbers of whole bytes.
std::optional<TensorStats> StatsOf(ge::DataType dtype, std::span<const std::byte> data);

// Returns whether some number is infinite or NaN. Integers never are.
bool HasNonFinite(ge::DataType dtype, std::span<const std::byte> data);

}  // namespace opdk
