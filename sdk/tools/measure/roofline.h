// The least time that work takes on this machine: the yardstick of how good a kernel is.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "opdk/status.h"

namespace opdk::measure {

// The least bytes to move and operations to compute.
struct Work {
  size_t bytes_read = 0;
  size_t bytes_written = 0;
  // Operations by arithmetic: 32 bits or less in float, 64 bits in double, products of 8 bits.
  double float_ops = 0;
  double double_ops = 0;
  double byte_ops = 0;

  size_t bytes() const { return bytes_read + bytes_written; }
  double ops() const { return float_ops + double_ops + byte_ops; }
};

// The machine's peaks, measured with `threads` threads.
struct Peaks {
  int threads = 1;
  double float_giga_ops = 0;  // 0: not measurable on this CPU
  double double_giga_ops = 0;
  double byte_giga_ops = 0;
  // The seconds for moving `bytes` in all, of which a share `written` (0 to 1) is written. The sizes are equal for all
  // shares.
  struct Move {
    double written = 0;
    size_t bytes = 0;
    double seconds = 0;
  };
  std::vector<Move> moves;  // by share, then by size
};

// Measures the peaks. Takes about three seconds.
Peaks MeasurePeaks(int threads);

class Roofline {
 public:
  // `peaks`: of `threads` threads and, if that is more than one, of a single thread, which may be faster on small
  // tensors.
  Roofline(int threads, std::vector<Peaks> peaks) : threads_(threads), peaks_(std::move(peaks)) {}

  // Returns the longer of moving and computing, in seconds.
  double LeastSeconds(const Work& work) const;
  // Returns the seconds for moving these bytes. Bandwidth depends on the cache that holds the bytes: it is measured by
  // moving equally many bytes again and again.
  double MoveSeconds(size_t bytes_read, size_t bytes_written) const;
  double ComputeSeconds(const Work& work) const;
  // Returns what bounds the least time: "compute", or the level of the memory: "L1", "L2", "L3", "DRAM".
  std::string Bound(const Work& work) const;

  int threads() const { return threads_; }
  const std::vector<Peaks>& peaks() const { return peaks_; }

 private:
  int threads_;
  std::vector<Peaks> peaks_;
};

// Returns the level that holds so many bytes for `threads` cores: "L1" … "DRAM".
std::string MemoryLevel(size_t bytes, int threads);

}  // namespace opdk::measure
