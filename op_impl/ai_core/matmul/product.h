// The product that all matrix operators share.
#pragma once

#include "op_impl/ai_core/common/optional_input.h"

namespace tbe {

// Multiplies input x1 by input x2, either transposed on request, and adds `bias`, which may be an empty handle. A
// vector on the left counts as a row, a vector on the right as a column. The axis so added is dropped again. int8 is
// summed in int32, less attribute offset_x.
Tensor Product(const OpParams& op, bool transpose_x1, bool transpose_x2, const Tensor& bias);

}  // namespace tbe
