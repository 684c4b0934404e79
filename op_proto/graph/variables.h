// Variables of a session. The graph core itself runs the operators that read and write them. Any operator whose output
// has the name of an input writes the variable that feeds that input.
// CANN declares these in state_ops.h, resource_variable_ops.h, array_ops.h, elewise_calculation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {
// The session's variable with the node's name, made at its first use. y has its type and shape; value is its first
// value (empty: it has none). x is not connected.
REG_OP(Variable)
    .INPUT(x, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT8, DT_INT16, DT_UINT16, DT_UINT8, DT_INT32, DT_INT64, DT_UINT32,
                          DT_UINT64, DT_BOOL, DT_DOUBLE}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT8, DT_INT16, DT_UINT16, DT_UINT8, DT_INT32, DT_INT64, DT_UINT32,
                           DT_UINT64, DT_BOOL, DT_DOUBLE}))
    .ATTR(index, Int, 0)
    .ATTR(value, Tensor, Tensor())
    .ATTR(container, String, "")
    .ATTR(shared_name, String, "")
    .OP_END_FACTORY_REG(Variable)

    // Assigns value to the variable ref.
    REG_OP(Assign)
    .INPUT(ref, TensorType::ALL())
    .INPUT(value, TensorType::ALL())
    .OUTPUT(ref, TensorType::ALL())
    .ATTR(validate_shape, Bool, true)
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(Assign)

    // The current value of the variable x.
    REG_OP(ReadVariableOp)
    .INPUT(x, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT8, DT_INT16, DT_UINT16, DT_UINT8, DT_INT32, DT_INT64, DT_UINT32,
                          DT_UINT64, DT_BOOL, DT_DOUBLE}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT8, DT_INT16, DT_UINT16, DT_UINT8, DT_INT32, DT_INT64, DT_UINT32,
                           DT_UINT64, DT_BOOL, DT_DOUBLE}))
    .ATTR(dtype, Int, DT_INT32)
    .OP_END_FACTORY_REG(ReadVariableOp)

    // true if the variable x has a value. y: [].
    REG_OP(VarIsInitializedOp)
    .INPUT(x, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT8, DT_INT16, DT_UINT16, DT_UINT8, DT_INT32, DT_INT64, DT_UINT32,
                          DT_UINT64, DT_BOOL, DT_DOUBLE}))
    .OUTPUT(y, TensorType({DT_BOOL}))
    .OP_END_FACTORY_REG(VarIsInitializedOp)

    // VarIsInitializedOp for variables that aren't resources.
    REG_OP(IsVariableInitialized)
    .INPUT(x, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT8, DT_INT16, DT_UINT16, DT_UINT8, DT_INT32, DT_INT64, DT_UINT32,
                          DT_UINT64, DT_BOOL, DT_DOUBLE}))
    .OUTPUT(y, TensorType({DT_BOOL}))
    .OP_END_FACTORY_REG(IsVariableInitialized)

    // A variable of one run of its graph, without a value at first. y is its memory, of this shape; `dtype` is the
    // number of its type. An empty var_name stands for the node's name.
    REG_OP(TemporaryVariable)
    .OUTPUT(y, TensorType::ALL())
    .REQUIRED_ATTR(shape, ListInt)
    .REQUIRED_ATTR(dtype, Int)
    .ATTR(var_name, String, "")
    .OP_END_FACTORY_REG(TemporaryVariable)

    // The last value of the temporary variable x, which no operator uses afterwards. var_name is the variable's name.
    REG_OP(DestroyTemporaryVariable)
    .INPUT(x, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .ATTR(var_name, String, "")
    .OP_END_FACTORY_REG(DestroyTemporaryVariable)
}  // namespace ge
