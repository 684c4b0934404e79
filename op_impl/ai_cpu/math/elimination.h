// Gauss' elimination with row exchanges.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <vector>

#include "op_impl/ai_cpu/common/complex.h"

namespace opdk {

// The rows of a matrix: of `width` numbers each, which begin as 0.
template <typename Wide>
class Elimination {
 public:
  Elimination(int64_t height, int64_t width)
      : height_(height), width_(width), numbers_(static_cast<size_t>(height * width)) {}

  Wide* Row(int64_t row) { return numbers_.data() + row * width_; }
  const std::vector<Wide>& numbers() const { return numbers_; }

  // Exchanges row `pivot` for the row, among those from it on, whose number in column `pivot` is the largest. Returns
  // whether that is another row.
  [[gnu::noinline]] bool BringPivot(int64_t pivot) {
    int64_t best = pivot;
    for (int64_t row = pivot + 1; row < height_; ++row) {
      if (std::abs(Row(row)[pivot]) > std::abs(Row(best)[pivot])) best = row;
    }
    if (best != pivot) std::swap_ranges(Row(best), Row(best) + width_, Row(pivot));
    return best != pivot;
  }

  // Subtracts a multiple of row `from` from row `row`, from column `begin` on. A multiple by 0 is subtracted, too: NaN
  // and infinity spread.
  [[gnu::noinline]] void Subtract(int64_t row, int64_t from, Wide factor, int64_t begin) {
    for (int64_t i = begin; i < width_; ++i) Row(row)[i] -= Product(factor, Row(from)[i]);
  }

 private:
  int64_t height_, width_;
  std::vector<Wide> numbers_;
};

}  // namespace opdk
