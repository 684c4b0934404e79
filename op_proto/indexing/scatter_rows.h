// Rows of a tensor combined with updates: var [N, rest...], indices [I...], updates [I..., rest...]. An index outside
// (a negative one too) is refused in the run. Integers wrap. The output `var` is var's new value. use_locking changes
// nothing.
// CANN declares these in matrix_calculation_ops.h, selection_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// Replaces a row by its update; of several updates for one row the last wins.
REG_OP(ScatterUpdate)
    .INPUT(var, TensorType::ALL())
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(updates, TensorType::ALL())
    .OUTPUT(var, TensorType::ALL())
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ScatterUpdate);

// Adds each update. Integers wrap.
REG_OP(ScatterAdd)
    .INPUT(var, TensorType::NumberType())
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(updates, TensorType::NumberType())
    .OUTPUT(var, TensorType::NumberType())
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ScatterAdd);

REG_OP(ScatterSub)
    .INPUT(var, TensorType::NumberType())
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(updates, TensorType::NumberType())
    .OUTPUT(var, TensorType::NumberType())
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ScatterSub);

REG_OP(ScatterMul)
    .INPUT(var, TensorType::NumberType())
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(updates, TensorType::NumberType())
    .OUTPUT(var, TensorType::NumberType())
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ScatterMul);

// Integers truncate, x / 0 is 0.
REG_OP(ScatterDiv)
    .INPUT(var, TensorType::NumberType())
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(updates, TensorType::NumberType())
    .OUTPUT(var, TensorType::NumberType())
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ScatterDiv);

// A NaN is larger and smaller than any number.
REG_OP(ScatterMax)
    .INPUT(var, TensorType::RealNumberType())
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(updates, TensorType::RealNumberType())
    .OUTPUT(var, TensorType::RealNumberType())
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ScatterMax);

REG_OP(ScatterMin)
    .INPUT(var, TensorType::RealNumberType())
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(updates, TensorType::RealNumberType())
    .OUTPUT(var, TensorType::RealNumberType())
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ScatterMin);

// x whose rows `indices` [I...] are combined with v [I..., rest...], as a new tensor.
REG_OP(InplaceUpdate)
    .INPUT(x, TensorType::ALL())
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(v, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .OP_END_FACTORY_REG(InplaceUpdate);

REG_OP(InplaceUpdateD)
    .INPUT(x, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT32}))
    .INPUT(v, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT32}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT32}))
    .REQUIRED_ATTR(indices, ListInt)
    .OP_END_FACTORY_REG(InplaceUpdateD);

REG_OP(InplaceAdd)
    .INPUT(x, TensorType::NumberType())
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(v, TensorType::NumberType())
    .OUTPUT(y, TensorType::NumberType())
    .OP_END_FACTORY_REG(InplaceAdd);

REG_OP(InplaceAddD)
    .INPUT(x, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT32}))
    .INPUT(v, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT32}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT32}))
    .REQUIRED_ATTR(indices, ListInt)
    .OP_END_FACTORY_REG(InplaceAddD);

REG_OP(InplaceSub)
    .INPUT(x, TensorType::NumberType())
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(v, TensorType::NumberType())
    .OUTPUT(y, TensorType::NumberType())
    .OP_END_FACTORY_REG(InplaceSub);

REG_OP(InplaceSubD)
    .INPUT(x, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT32}))
    .INPUT(v, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT32}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT32}))
    .REQUIRED_ATTR(indices, ListInt)
    .OP_END_FACTORY_REG(InplaceSubD);

// Adds updates to var at indices along `axis`. updates has as many elements along `axis` as `indices`, and var's other
// extents.
REG_OP(IndexAdd)
    .INPUT(var, TensorType::NumberType())
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(updates, TensorType::NumberType())
    .OUTPUT(var_out, TensorType::NumberType())
    .ATTR(axis, Int, 0)
    .OP_END_FACTORY_REG(IndexAdd);

// Adds alpha times updates (absent: 1) to var at indices along `axis`.
REG_OP(InplaceIndexAdd)
    .INPUT(var, TensorType::NumberType())
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(updates, TensorType::NumberType())
    .OPTIONAL_INPUT(alpha, TensorType::NumberType())
    .OUTPUT(var, TensorType::NumberType())
    .REQUIRED_ATTR(axis, Int)
    .OP_END_FACTORY_REG(InplaceIndexAdd);

}  // namespace ge
