// What this machine can do at most, measured: the yardstick of share_of_peak.
#pragma once

#include <cstddef>
#include <map>
#include <tuple>

#include "tests/bench/row_model.h"

namespace opdk::bench {

class Peak {
 public:
  // Seconds that the work takes at least on so many threads: the longer of computing at the peak rate of fused
  // multiply-adds and of moving the bytes with plain copies over buffers of the same sizes.
  double LeastSeconds(const Work& work, int threads);

  double FloatGigaOps(int threads);
  double Int8GigaOps(int threads);  // u8 x s8 into int32; 0: this CPU has no instruction for it
  double MoveSeconds(size_t bytes_read, size_t bytes_written, int threads);

 private:
  std::map<int, double> float_giga_ops_;
  std::map<int, double> int8_giga_ops_;
  std::map<std::tuple<size_t, size_t, int>, double> move_seconds_;
};

}  // namespace opdk::bench
