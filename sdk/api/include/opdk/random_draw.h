// Draws of random operators.
#pragma once

#include <cstdint>

namespace opdk {

// A draw of random numbers: one call of a random operator's kernel. An operator's numbers follow from its seeds and the
// draw.
struct RandomDraw {
  uint64_t key = 0;     // 0: the seeds alone decide
  uint64_t number = 0;  // of the draw
};

// Returns the draw that the kernel on this thread makes. No two calls in any process return the same draw, except
// inside a RepeatedDraw. Thread-safe. A random operator's kernel calls it once in Compute.
RandomDraw NextDraw();

// Makes NextDraw return draw `number` of the key 0 on this thread while the object lives. Counting the draws from 0
// again gives the same numbers again.
class RepeatedDraw {
 public:
  explicit RepeatedDraw(uint64_t number);
  ~RepeatedDraw();
  RepeatedDraw(const RepeatedDraw&) = delete;
  RepeatedDraw& operator=(const RepeatedDraw&) = delete;
};

}  // namespace opdk
