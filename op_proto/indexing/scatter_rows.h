// Rows of a tensor combined with updates: var [N, rest...], indices [I...], updates [I..., rest...]. An index outside
// (a negative one too) is refused in the run. Integers wrap. The output `var` is var's new value. use_locking changes
// nothing.
// CANN declares these in matrix_calculation_ops.h, selection_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// Replaces a row by its update; of several updates for one row the last wins.
REG_OP(ScatterUpdate)
    .DATATYPE(T, TensorType::ALL())
    .INPUT(var, T)
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(updates, T)
    .OUTPUT(var, T)
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ScatterUpdate);

// Adds each update. Integers wrap.
REG_OP(ScatterAdd)
    .DATATYPE(T, TensorType::NumberType())
    .INPUT(var, T)
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(updates, T)
    .OUTPUT(var, T)
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ScatterAdd);

REG_OP(ScatterSub)
    .DATATYPE(T, TensorType::NumberType())
    .INPUT(var, T)
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(updates, T)
    .OUTPUT(var, T)
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ScatterSub);

REG_OP(ScatterMul)
    .DATATYPE(T, TensorType::NumberType())
    .INPUT(var, T)
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(updates, T)
    .OUTPUT(var, T)
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ScatterMul);

// Integers truncate, x / 0 is 0.
REG_OP(ScatterDiv)
    .DATATYPE(T, TensorType::NumberType())
    .INPUT(var, T)
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(updates, T)
    .OUTPUT(var, T)
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ScatterDiv);

// A NaN is larger and smaller than any number.
REG_OP(ScatterMax)
    .DATATYPE(T, TensorType::RealNumberType())
    .INPUT(var, T)
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(updates, T)
    .OUTPUT(var, T)
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ScatterMax);

REG_OP(ScatterMin)
    .DATATYPE(T, TensorType::RealNumberType())
    .INPUT(var, T)
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(updates, T)
    .OUTPUT(var, T)
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ScatterMin);

// x whose rows `indices` [I...] are combined with v [I..., rest...], as a new tensor.
REG_OP(InplaceUpdate)
    .DATATYPE(T, TensorType::ALL())
    .INPUT(x, T)
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(v, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(InplaceUpdate);

REG_OP(InplaceUpdateD)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT32}))
    .INPUT(x, T)
    .INPUT(v, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(indices, ListInt)
    .OP_END_FACTORY_REG(InplaceUpdateD);

REG_OP(InplaceAdd)
    .DATATYPE(T, TensorType::NumberType())
    .INPUT(x, T)
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(v, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(InplaceAdd);

REG_OP(InplaceAddD)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT32}))
    .INPUT(x, T)
    .INPUT(v, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(indices, ListInt)
    .OP_END_FACTORY_REG(InplaceAddD);

REG_OP(InplaceSub)
    .DATATYPE(T, TensorType::NumberType())
    .INPUT(x, T)
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(v, T)
    .OUTPUT(y, T)
    .OP_END_FACTORY_REG(InplaceSub);

REG_OP(InplaceSubD)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT32}))
    .INPUT(x, T)
    .INPUT(v, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(indices, ListInt)
    .OP_END_FACTORY_REG(InplaceSubD);

// Adds updates to var at indices along `axis`. updates has as many elements along `axis` as `indices`, and var's other
// extents.
REG_OP(IndexAdd)
    .DATATYPE(T, TensorType::NumberType())
    .INPUT(var, T)
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(updates, T)
    .OUTPUT(var_out, T)
    .ATTR(axis, Int, 0)
    .OP_END_FACTORY_REG(IndexAdd);

// Adds alpha times updates (absent: 1) to var at indices along `axis`.
REG_OP(InplaceIndexAdd)
    .DATATYPE(T, TensorType::NumberType())
    .INPUT(var, T)
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(updates, T)
    .OPTIONAL_INPUT(alpha, T)
    .OUTPUT(var, T)
    .REQUIRED_ATTR(axis, Int)
    .OP_END_FACTORY_REG(InplaceIndexAdd);

}  // namespace ge
