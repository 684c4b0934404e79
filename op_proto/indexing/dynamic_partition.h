// Tensors whose slices go to places that indices name.
// CANN declares these in data_flow_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// Sorts the slices of x into num_partitions tensors: slice i goes to tensor partitions[i], behind those before it.
// partitions: its shape is the first axes of x, from 0 to num_partitions - 1; a tensor of y: [its slices, x's other
// axes].
REG_OP(DynamicPartition)
    .DATATYPE(T, TensorType({DT_INT8, DT_UINT8, DT_INT16, DT_UINT16, DT_INT32, DT_UINT32, DT_INT64, DT_UINT64, DT_BOOL,
                             DT_FLOAT16, DT_BF16, DT_FLOAT, DT_DOUBLE, DT_COMPLEX64, DT_COMPLEX128}))
    .INPUT(x, T)
    .INPUT(partitions, TensorType({DT_INT32}))
    .DYNAMIC_OUTPUT(y, T)
    .ATTR(num_partitions, Int, 1)
    .OP_END_FACTORY_REG(DynamicPartition);

// Puts slices together: y[indices[m][i]] = x[m][i]. The shape of indices[m] is the first axes of x[m], whose other axes
// are y's. y has one slice more than the greatest index; a slice that no index names is 0. Of equal indices the last
// one counts. N, the number of tensors, isn't read.
REG_OP(DynamicStitch)
    .DATATYPE(T, TensorType({DT_INT8, DT_UINT8, DT_INT16, DT_UINT16, DT_INT32, DT_UINT32, DT_INT64, DT_UINT64, DT_BOOL,
                             DT_FLOAT16, DT_BF16, DT_FLOAT, DT_DOUBLE, DT_COMPLEX64, DT_COMPLEX128}))
    .DYNAMIC_INPUT(indices, TensorType({DT_INT32}))
    .DYNAMIC_INPUT(x, T)
    .OUTPUT(y, T)
    .ATTR(N, Int, 1)
    .OP_END_FACTORY_REG(DynamicStitch);

// DynamicStitch of different indices.
REG_OP(ParallelDynamicStitch)
    .DATATYPE(T, TensorType({DT_INT8, DT_UINT8, DT_INT16, DT_UINT16, DT_INT32, DT_UINT32, DT_INT64, DT_UINT64, DT_BOOL,
                             DT_FLOAT16, DT_BF16, DT_FLOAT, DT_DOUBLE, DT_COMPLEX64, DT_COMPLEX128}))
    .DYNAMIC_INPUT(indices, TensorType({DT_INT32}))
    .DYNAMIC_INPUT(x, T)
    .OUTPUT(y, T)
    .ATTR(N, Int, 1)
    .OP_END_FACTORY_REG(ParallelDynamicStitch);

}  // namespace ge
