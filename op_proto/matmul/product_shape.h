// The shape rule of batched matrix products.
#pragma once

#include "op_proto/common/infer.h"

namespace ge {

// Infers y of x1 [..., M, K] times x2 [..., K, N] (either transposed on request; vectors as numpy.matmul treats them).
graphStatus InferProduct(Operator& op, bool transpose_x1, bool transpose_x2);

}  // namespace ge
