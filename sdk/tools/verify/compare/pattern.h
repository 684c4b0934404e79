// The places of the wrong elements of a tensor, in words that help a kernel's author to find the fault.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace opdk::verify {

// Guesses the rule behind `bad` (one flag per element, row-major in `shape`): "every element", "only where i mod 8 = 7
// on the last axis", "only the last 3 of axis 1", "only where axis 0 is 2", "the last 5 elements of the flat tensor",
// "in one block of 16x16 …". "": no simple rule fits.
std::string GuessPattern(const std::vector<bool>& bad, const std::vector<int64_t>& shape);

// A heat map: counts of bad elements on a grid of at most `rows` x `columns` cells, row-major. The grid lies over the
// tensor seen as a matrix (all axes but the last, times the last).
struct HeatMap {
  int64_t rows = 0;
  int64_t columns = 0;
  std::vector<int64_t> bad;
  std::vector<int64_t> elements;
};
HeatMap MakeHeatMap(const std::vector<bool>& bad, const std::vector<int64_t>& shape, int64_t rows, int64_t columns);

}  // namespace opdk::verify
