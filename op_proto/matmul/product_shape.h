// The shape rule of batched matrix products.
#pragma once

#include <string>

#include "opdk/infer.h"

namespace ge {

// Infers y of x1 [..., M, K] times x2 [..., K, N] (either transposed on request; vectors as numpy.matmul treats them)
// and of optional input `bias` (nullptr: the operator has none), which broadcasts to it.
graphStatus InferProduct(Operator& op, bool transpose_x1, bool transpose_x2, const char* bias);

// The shape of the product of inputs `left` and `right`, or why there is none.
struct ProductShape {
  opdk::Dims y;
  std::string problem;
};
ProductShape ShapeOfProduct(const Operator& op, const char* left, const char* right, bool transpose_left = false,
                            bool transpose_right = false);

}  // namespace ge
