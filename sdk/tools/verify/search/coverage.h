// Which edges of a package's code ran. A package that was compiled with -fsanitize-coverage=trace-pc calls
// __sanitizer_cov_trace_pc, which this library brings; the executable must export it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace opdk::verify {

inline constexpr size_t kCoverageSlots = size_t{1} << 16;

// Edges that run are noted in `map` (kCoverageSlots bytes, not owned) from now on; nullptr: nowhere.
void RecordCoverageIn(uint8_t* map);

// Notes in `known` what `map` has beyond it. Returns the number of slots that are new.
size_t MergeCoverage(const uint8_t* map, uint8_t* known);

// Memory that child processes share with their parent. Zeros at first.
class SharedMemory {
 public:
  explicit SharedMemory(size_t bytes);
  ~SharedMemory();
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;
  // nullptr when the system has none.
  uint8_t* data() const { return data_; }

 private:
  uint8_t* data_ = nullptr;
  size_t bytes_ = 0;
};

}  // namespace opdk::verify
