// CANN declares these in selection_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// x [I..., rest...], segment_ids [I...]: y [num_segments, rest...], whose row s is the sum of x's rows with the id s. Rows
// with an id outside are left out, whatever check_ids says. Integers wrap. is_preprocessed changes nothing.
REG_OP(UnsortedSegmentSum)
    .INPUT(x, TensorType::NumberType())
    .INPUT(segment_ids, TensorType::IndexNumberType())
    .INPUT(num_segments, TensorType::IndexNumberType())
    .OUTPUT(y, TensorType::NumberType())
    .ATTR(is_preprocessed, Bool, false)
    .ATTR(check_ids, Bool, false)
    .OP_END_FACTORY_REG(UnsortedSegmentSum);

REG_OP(UnsortedSegmentSumD)
    .INPUT(x, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT32, DT_INT8, DT_UINT8}))
    .INPUT(segment_ids, TensorType({DT_INT32}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT32, DT_INT8, DT_UINT8}))
    .REQUIRED_ATTR(num_segments, Int)
    .OP_END_FACTORY_REG(UnsortedSegmentSumD);

}  // namespace ge
