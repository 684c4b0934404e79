// Mean and variance of a run of elements, in double and in two passes, for the difference of large sums cancels.
#pragma once

#include <cstdint>

namespace opdk {

struct Moments {
  double mean = 0;
  double variance = 0;  // of the population: divided by the number of elements
};

// Computes the moments over `runs` runs of `count` contiguous elements each. Runs begin `distance` elements apart.
template <typename T>
Moments MomentsOf(const T* x, int64_t runs, int64_t count, int64_t distance) {
  const auto total = static_cast<double>(runs * count);
  Moments moments;
  for (int64_t run = 0; run < runs; ++run) {
    const T* from = x + run * distance;
    for (int64_t i = 0; i < count; ++i) moments.mean += static_cast<double>(from[i]);
  }
  moments.mean /= total;
  for (int64_t run = 0; run < runs; ++run) {
    const T* from = x + run * distance;
    for (int64_t i = 0; i < count; ++i) {
      const double difference = static_cast<double>(from[i]) - moments.mean;
      moments.variance += difference * difference;
    }
  }
  moments.variance /= total;
  return moments;
}

}  // namespace opdk
