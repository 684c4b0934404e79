// Slices of a tensor combined with updates: the rows of `indices` [..., K] name slices of var, behind its first K
// axes; updates are
// [indices.shape[:-1] + var.shape[K:]]. An index outside (a negative one too) is refused
// in the run. use_locking changes nothing.
// CANN declares these in matrix_calculation_ops.h, selection_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// Replaces a slice by its update; of several updates for one place the last wins.
REG_OP(ScatterNdUpdate)
    .DATATYPE(T, TensorType::ALL())
    .INPUT(var, T)
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(updates, T)
    .OUTPUT(var, T)
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ScatterNdUpdate);

// Adds each update. Integers wrap.
REG_OP(ScatterNdAdd)
    .DATATYPE(T, TensorType::NumberType())
    .INPUT(var, T)
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(updates, T)
    .OUTPUT(var, T)
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ScatterNdAdd);

REG_OP(ScatterNdSub)
    .DATATYPE(T, TensorType::NumberType())
    .INPUT(var, T)
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(updates, T)
    .OUTPUT(var, T)
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ScatterNdSub);

// A NaN is larger and smaller than any number.
REG_OP(ScatterNdMax)
    .DATATYPE(T, TensorType::RealNumberType())
    .INPUT(var, T)
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(updates, T)
    .OUTPUT(var, T)
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ScatterNdMax);

REG_OP(ScatterNdMin)
    .DATATYPE(T, TensorType::RealNumberType())
    .INPUT(var, T)
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(updates, T)
    .OUTPUT(var, T)
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ScatterNdMin);

// The operators above with x instead of var; the result is a new tensor.
REG_OP(TensorScatterUpdate)
    .DATATYPE(T, TensorType::ALL())
    .INPUT(x, T)
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(updates, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(TensorScatterUpdate);

REG_OP(TensorScatterAdd)
    .DATATYPE(T, TensorType::NumberType())
    .INPUT(x, T)
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(updates, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(TensorScatterAdd);

REG_OP(TensorScatterSub)
    .DATATYPE(T, TensorType::NumberType())
    .INPUT(x, T)
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(updates, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(TensorScatterSub);

REG_OP(TensorScatterMax)
    .DATATYPE(T, TensorType::RealNumberType())
    .INPUT(input, T)
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(updates, T)
    .OUTPUT(output, T)
    .OP_END_FACTORY_REG(TensorScatterMax);

REG_OP(TensorScatterMin)
    .DATATYPE(T, TensorType::RealNumberType())
    .INPUT(input, T)
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(updates, T)
    .OUTPUT(output, T)
    .OP_END_FACTORY_REG(TensorScatterMin);

REG_OP(ScatterNonAliasingAdd)
    .DATATYPE(T, TensorType::NumberType())
    .INPUT(x, T)
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(updates, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(ScatterNonAliasingAdd);

// Zeros of `shape` with the slices of x added.
REG_OP(ScatterNd)
    .DATATYPE(T1, TensorType::IndexNumberType())
    .DATATYPE(T2, TensorType::NumberType())
    .INPUT(indices, T1)
    .INPUT(x, T2)
    .INPUT(shape, T1)
    .OUTPUT(y, T2)
    .OP_END_FACTORY_REG(ScatterNd);

REG_OP(ScatterNdD)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT32, DT_INT8, DT_UINT8}))
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(x, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(shape, ListInt)
    .OP_END_FACTORY_REG(ScatterNdD);

}  // namespace ge
