// Products of rows with rows that are multiplied again and again, on machines with wider vectors than the library is
// compiled for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

#include "op_impl/ai_cpu/common/vector_functions.h"

namespace opdk {

// The rows of a matrix b of [columns, depth] in the order in which products read them. Each sum of a product is added
// up in the order of its terms, however many rows there are.
class RowPanels {
 public:
  RowPanels(const float* b, int64_t columns, int64_t depth, const VectorFunctions& functions);

  // Computes y[i, j] = start[j] (nullptr: 0) + the product of row i of a [rows, depth] and row j of b. y's rows are
  // `stride` elements apart.
  void Multiply(const float* a, int64_t rows, const float* start, float* y, int64_t stride) const;

 private:
  // Registers that lie in two lines of the cache are read twice.
  static constexpr size_t kAlignment = 64;
  struct Free {
    void operator()(float* panels) const { operator delete[](panels, std::align_val_t(kAlignment)); }
  };

  int64_t columns_, depth_;
  const VectorFunctions* functions_;
  std::unique_ptr<float[], Free> panels_;
};

}  // namespace opdk
