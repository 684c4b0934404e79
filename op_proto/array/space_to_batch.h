// Blocks of places moved to the batch axis and back.
// CANN declares these in transformation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// Moves blocks to the batch axis. x [batch, spatial..., rest...] has a spatial axis for each entry of block_shape. x is
// padded with 0 by paddings [N, 2]. Then each offset inside a block becomes an element of the batch that holds every
// block_shape-th place. The offset is the slower part of the batch axis: [batch * product of block_shape, ...].
REG_OP(SpaceToBatchND)
    .DATATYPE(T1, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                              DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .DATATYPE(T2, TensorType::IndexNumberType())
    .INPUT(x, T1)
    .INPUT(block_shape, T2)
    .INPUT(paddings, T2)
    .OUTPUT(y, T1)
    .OP_END_FACTORY_REG(SpaceToBatchND);

REG_OP(SpaceToBatchNDD)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                             DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(block_shape, ListInt)
    .REQUIRED_ATTR(paddings, ListInt)
    .OP_END_FACTORY_REG(SpaceToBatchNDD);

// The inverse: puts the blocks back, then cuts off crops [N, 2].
REG_OP(BatchToSpaceND)
    .DATATYPE(T1, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                              DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .DATATYPE(T2, TensorType::IndexNumberType())
    .INPUT(x, T1)
    .INPUT(block_shape, T2)
    .INPUT(crops, T2)
    .OUTPUT(y, T1)
    .OP_END_FACTORY_REG(BatchToSpaceND);

REG_OP(BatchToSpaceNDD)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                             DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(block_shape, ListInt)
    .REQUIRED_ATTR(crops, ListInt)
    .OP_END_FACTORY_REG(BatchToSpaceNDD);

// SpaceToBatchND of [batch, height, width, channels] with one block_size.
REG_OP(SpaceToBatch)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                             DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(x, T)
    .INPUT(paddings, TensorType::IndexNumberType())
    .OUTPUT(y, T)
    .REQUIRED_ATTR(block_size, Int)
    .OP_END_FACTORY_REG(SpaceToBatch);

REG_OP(SpaceToBatchD)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                             DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(block_size, Int)
    .REQUIRED_ATTR(paddings, ListInt)
    .OP_END_FACTORY_REG(SpaceToBatchD);

// BatchToSpaceND with one block size for both axes.
REG_OP(BatchToSpace)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                             DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(x, T)
    .INPUT(crops, TensorType::IndexNumberType())
    .OUTPUT(y, T)
    .REQUIRED_ATTR(block_size, Int)
    .OP_END_FACTORY_REG(BatchToSpace);

REG_OP(BatchToSpaceD)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8,
                             DT_UINT16, DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(x, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(block_size, Int)
    .REQUIRED_ATTR(crops, ListInt)
    .OP_END_FACTORY_REG(BatchToSpaceD);

}  // namespace ge
