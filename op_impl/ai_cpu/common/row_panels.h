// Products of rows with rows that are multiplied again and again, on machines with wider vectors than the library is
// compiled for.
#pragma once

#include <cstdint>
#include <memory>

namespace opdk {

// The rows of a matrix b of [columns, depth] in the order in which products read them: panels of 16 rows, in each of
// them element k of all rows side by side. Each sum of a product is added up in the order of k, however many rows there
// are.
class RowPanels {
 public:
  // Whether this machine has AVX2; without it nothing else may be called.
  static bool RunHere();

  RowPanels(const float* b, int64_t columns, int64_t depth);

  // y[i, j] = start[j] (nullptr: 0) + the product of row i of a [rows, depth] and row j of b; y's rows lie `stride` apart.
  void Multiply(const float* a, int64_t rows, const float* start, float* y, int64_t stride) const;

 private:
  int64_t columns_, depth_;
  std::unique_ptr<float[]> panels_;
};

}  // namespace opdk
