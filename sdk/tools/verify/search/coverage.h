// The edges of a package's code that ran. A package that was compiled with -fsanitize-coverage=trace-pc calls
// __sanitizer_cov_trace_pc, which this library brings; the executable must export it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace opdk::verify {

inline constexpr size_t kCoverageSlots = size_t{1} << 16;

// Notes the edges that run from now on in `map` (kCoverageSlots bytes, not owned); nullptr: nowhere.
void RecordCoverageIn(uint8_t* map);

// Adds to `known` the edges of `map`. Returns the number of new slots.
size_t MergeCoverage(const uint8_t* map, uint8_t* known);

// Memory that child processes share with their parent. Zeros at first.
class SharedMemory {
 public:
  explicit SharedMemory(size_t bytes);
  ~SharedMemory();
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;
  // Returns the memory; nullptr if the system has none.
  uint8_t* data() const { return data_; }

 private:
  uint8_t* data_ = nullptr;
  size_t bytes_ = 0;
};

}  // namespace opdk::verify
