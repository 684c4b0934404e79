// What there is to say of the numbers in a tensor.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "graph/types.h"

namespace opdk {

// The parts of complex numbers count as numbers of their own.
struct TensorStats {
  int64_t count = 0;
  int64_t nans = 0;
  int64_t infinities = 0;
  // Of the finite ones, where there are any.
  double min = 0;
  double max = 0;
  double mean = 0;

  int64_t finite() const { return count - nans - infinities; }
};

// nullopt: the elements are no numbers of whole bytes.
std::optional<TensorStats> StatsOf(ge::DataType dtype, std::span<const std::byte> data);

// Whether some number is infinite or none; never for whole ones.
bool HasNonFinite(ge::DataType dtype, std::span<const std::byte> data);

}  // namespace opdk
