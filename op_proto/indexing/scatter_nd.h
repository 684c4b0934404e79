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
    .INPUT(var, TensorType::ALL())
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(updates, TensorType::ALL())
    .OUTPUT(var, TensorType::ALL())
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ScatterNdUpdate);

// Adds each update. Integers wrap.
REG_OP(ScatterNdAdd)
    .INPUT(var, TensorType::NumberType())
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(updates, TensorType::NumberType())
    .OUTPUT(var, TensorType::NumberType())
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ScatterNdAdd);

REG_OP(ScatterNdSub)
    .INPUT(var, TensorType::NumberType())
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(updates, TensorType::NumberType())
    .OUTPUT(var, TensorType::NumberType())
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ScatterNdSub);

// A NaN is larger and smaller than any number.
REG_OP(ScatterNdMax)
    .INPUT(var, TensorType::RealNumberType())
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(updates, TensorType::RealNumberType())
    .OUTPUT(var, TensorType::RealNumberType())
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ScatterNdMax);

REG_OP(ScatterNdMin)
    .INPUT(var, TensorType::RealNumberType())
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(updates, TensorType::RealNumberType())
    .OUTPUT(var, TensorType::RealNumberType())
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ScatterNdMin);

// The operators above with x instead of var; the result is a new tensor.
REG_OP(TensorScatterUpdate)
    .INPUT(x, TensorType::ALL())
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(updates, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .OP_END_FACTORY_REG(TensorScatterUpdate);

REG_OP(TensorScatterAdd)
    .INPUT(x, TensorType::NumberType())
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(updates, TensorType::NumberType())
    .OUTPUT(y, TensorType::NumberType())
    .OP_END_FACTORY_REG(TensorScatterAdd);

REG_OP(TensorScatterSub)
    .INPUT(x, TensorType::NumberType())
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(updates, TensorType::NumberType())
    .OUTPUT(y, TensorType::NumberType())
    .OP_END_FACTORY_REG(TensorScatterSub);

REG_OP(TensorScatterMax)
    .INPUT(input, TensorType::RealNumberType())
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(updates, TensorType::RealNumberType())
    .OUTPUT(output, TensorType::RealNumberType())
    .OP_END_FACTORY_REG(TensorScatterMax);

REG_OP(TensorScatterMin)
    .INPUT(input, TensorType::RealNumberType())
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(updates, TensorType::RealNumberType())
    .OUTPUT(output, TensorType::RealNumberType())
    .OP_END_FACTORY_REG(TensorScatterMin);

REG_OP(ScatterNonAliasingAdd)
    .INPUT(x, TensorType::NumberType())
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(updates, TensorType::NumberType())
    .OUTPUT(y, TensorType::NumberType())
    .OP_END_FACTORY_REG(ScatterNonAliasingAdd);

// Zeros of `shape` with the slices of x added.
REG_OP(ScatterNd)
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(x, TensorType::NumberType())
    .INPUT(shape, TensorType::IndexNumberType())
    .OUTPUT(y, TensorType::NumberType())
    .OP_END_FACTORY_REG(ScatterNd);

REG_OP(ScatterNdD)
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT32, DT_INT8, DT_UINT8}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT32, DT_INT8, DT_UINT8}))
    .REQUIRED_ATTR(shape, ListInt)
    .OP_END_FACTORY_REG(ScatterNdD);

}  // namespace ge
