// What the matrix products share.
#pragma once

#include "op_impl/ai_core/common/optional_input.h"

namespace tbe {

// Input x1 times input x2, either transposed on request, plus `bias`, which may be an empty handle. A vector on the
// left counts as a row, one on the right as a column, whose axis is dropped again; int8 is summed in int32, less
// attribute offset_x.
Tensor Product(const OpParams& op, bool transpose_x1, bool transpose_x2, const Tensor& bias);

}  // namespace tbe
