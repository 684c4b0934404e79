// Rows of x combined to rows of y, one a segment. Integers wrap.
//
// Unsorted: x [I..., rest...], segment_ids [I...]: y [num_segments, rest...], whose row s is made of x's rows with the
// id s. Rows with a negative id are left out. A run refuses an id from num_segments on (E6001), whatever check_ids
// says.
// CANN declares these in selection_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// The sum of the rows; 0 for a segment without rows. is_preprocessed has no effect.
REG_OP(UnsortedSegmentSum)
    .DATATYPE(T1, TensorType::NumberType())
    .DATATYPE(T2, TensorType::IndexNumberType())
    .INPUT(x, T1)
    .INPUT(segment_ids, T2)
    .INPUT(num_segments, T2)
    .OUTPUT(y, T1)
    .ATTR(is_preprocessed, Bool, false)
    .ATTR(check_ids, Bool, false)
    .OP_END_FACTORY_REG(UnsortedSegmentSum);

REG_OP(UnsortedSegmentSumD)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT32, DT_INT8, DT_UINT8}))
    .INPUT(x, T)
    .INPUT(segment_ids, TensorType({DT_INT32}))
    .OUTPUT(y, T)
    .REQUIRED_ATTR(num_segments, Int)
    .OP_END_FACTORY_REG(UnsortedSegmentSumD);

// The largest of the rows, a NaN if there is one; the lowest finite number for a segment without rows.
REG_OP(UnsortedSegmentMax)
    .DATATYPE(T1, TensorType::RealNumberType())
    .DATATYPE(T2, TensorType::IndexNumberType())
    .INPUT(x, T1)
    .INPUT(segment_ids, T2)
    .INPUT(num_segments, T2)
    .OUTPUT(y, T1)
    .OP_END_FACTORY_REG(UnsortedSegmentMax);

REG_OP(UnsortedSegmentMaxD)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT32}))
    .INPUT(x, T)
    .INPUT(segment_ids, TensorType({DT_INT32}))
    .OUTPUT(y, T)
    .REQUIRED_ATTR(num_segments, Int)
    .OP_END_FACTORY_REG(UnsortedSegmentMaxD);

// The smallest of the rows; the highest finite number for a segment without rows.
REG_OP(UnsortedSegmentMin)
    .DATATYPE(T1, TensorType::RealNumberType())
    .DATATYPE(T2, TensorType::IndexNumberType())
    .INPUT(x, T1)
    .INPUT(segment_ids, T2)
    .INPUT(num_segments, T2)
    .OUTPUT(y, T1)
    .OP_END_FACTORY_REG(UnsortedSegmentMin);

REG_OP(UnsortedSegmentMinD)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT32, DT_INT16}))
    .INPUT(x, T)
    .INPUT(segment_ids, TensorType({DT_INT32}))
    .OUTPUT(y, T)
    .REQUIRED_ATTR(num_segments, Int)
    .OP_END_FACTORY_REG(UnsortedSegmentMinD);

// The product of the rows; 1 for a segment without rows.
REG_OP(UnsortedSegmentProd)
    .DATATYPE(T1, TensorType::NumberType())
    .DATATYPE(T2, TensorType::IndexNumberType())
    .INPUT(x, T1)
    .INPUT(segment_ids, T2)
    .INPUT(num_segments, T2)
    .OUTPUT(y, T1)
    .OP_END_FACTORY_REG(UnsortedSegmentProd);

REG_OP(UnsortedSegmentProdD)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT32}))
    .INPUT(x, T)
    .INPUT(segment_ids, TensorType({DT_INT32}))
    .OUTPUT(y, T)
    .REQUIRED_ATTR(num_segments, Int)
    .OP_END_FACTORY_REG(UnsortedSegmentProdD);

// The sum of neighbouring rows. x [N, rest...]; segment_ids [N], not negative and never decreasing: y [last id + 1,
// rest...].
REG_OP(SegmentSum)
    .DATATYPE(T, TensorType::NumberType())
    .INPUT(x, T)
    .INPUT(segment_ids, TensorType::IndexNumberType())
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(SegmentSum);

// 0 where a segment has no row.
REG_OP(SegmentMax)
    .DATATYPE(T, TensorType::RealNumberType())
    .INPUT(x, T)
    .INPUT(segment_ids, TensorType::IndexNumberType())
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(SegmentMax);

REG_OP(SegmentMaxD)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT32}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(segment_ids, ListInt)
    .OP_END_FACTORY_REG(SegmentMaxD);

}  // namespace ge
