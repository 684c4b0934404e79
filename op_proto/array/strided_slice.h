// Parts of a tensor: numpy's begin:end:stride of its axes. slice_plan.h explains the masks.
// CANN declares these in selection_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// axes: the axes that begin, end and strides concern (absent: 0 … n-1); strides: 1 where absent.
REG_OP(StridedSliceV2)
    .DATATYPE(T1, TensorType::ALL())
    .DATATYPE(T2, TensorType::IndexNumberType())
    .INPUT(x, T1)
    .INPUT(begin, T2)
    .INPUT(end, T2)
    .OPTIONAL_INPUT(axes, T2)
    .OPTIONAL_INPUT(strides, T2)
    .OUTPUT(y, T1)
    .ATTR(begin_mask, Int, 0)
    .ATTR(end_mask, Int, 0)
    .ATTR(ellipsis_mask, Int, 0)
    .ATTR(new_axis_mask, Int, 0)
    .ATTR(shrink_axis_mask, Int, 0)
    .OP_END_FACTORY_REG(StridedSliceV2);

REG_OP(StridedSlice)
    .DATATYPE(T1, TensorType::ALL())
    .DATATYPE(T2, TensorType::IndexNumberType())
    .INPUT(x, T1)
    .INPUT(begin, T2)
    .INPUT(end, T2)
    .INPUT(strides, T2)
    .OUTPUT(y, T1)
    .ATTR(begin_mask, Int, 0)
    .ATTR(end_mask, Int, 0)
    .ATTR(ellipsis_mask, Int, 0)
    .ATTR(new_axis_mask, Int, 0)
    .ATTR(shrink_axis_mask, Int, 0)
    .OP_END_FACTORY_REG(StridedSlice);

REG_OP(StridedSliceD)
    .DATATYPE(T, TensorType::ALL())
    .INPUT(x, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(begin, ListInt)
    .REQUIRED_ATTR(end, ListInt)
    .REQUIRED_ATTR(strides, ListInt)
    .ATTR(begin_mask, Int, 0)
    .ATTR(end_mask, Int, 0)
    .ATTR(ellipsis_mask, Int, 0)
    .ATTR(new_axis_mask, Int, 0)
    .ATTR(shrink_axis_mask, Int, 0)
    .OP_END_FACTORY_REG(StridedSliceD);

// Takes size elements of each axis from offsets on; size -1: all elements up to the end.
REG_OP(Slice)
    .DATATYPE(T1, TensorType::ALL())
    .DATATYPE(T2, TensorType::IndexNumberType())
    .INPUT(x, T1)
    .INPUT(offsets, T2)
    .INPUT(size, T2)
    .OUTPUT(y, T1)
    .OP_END_FACTORY_REG(Slice);

REG_OP(SliceD)
    .DATATYPE(T, TensorType::ALL())
    .INPUT(x, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(offsets, ListInt)
    .REQUIRED_ATTR(size, ListInt)
    .OP_END_FACTORY_REG(SliceD);

}  // namespace ge
