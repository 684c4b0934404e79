#ifndef FIXTURE_PAIR_ADD_H
#define FIXTURE_PAIR_ADD_H
#include "graph/operator_reg.h"
namespace ge {

REG_OP(PairAdd)
    .INPUT(x1, TensorType({DT_FLOAT, DT_INT32}))
    .INPUT(x2, TensorType({DT_FLOAT, DT_INT32}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_INT32}))
    .OP_END_FACTORY_REG(PairAdd)

        REG_OP(PairMul)
    .INPUT(x1, TensorType({DT_FLOAT, DT_INT32}))
    .INPUT(x2, TensorType({DT_FLOAT, DT_INT32}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_INT32}))
    .OP_END_FACTORY_REG(PairMul)

    // The output has the name of an input.
    REG_OP(UpdateInPlace)
    .INPUT(var, TensorType::BasicType())
    .INPUT(indices, TensorType::IndexNumberType())
    .OUTPUT(var, TensorType::BasicType())
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(UpdateInPlace)

        REG_OP(ShapeFrom)
    .INPUT(tensor, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT8, DT_INT32, DT_QINT8, DT_COMPLEX64}))
    .INPUT(shape, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(output, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT8, DT_INT32, DT_QINT8, DT_COMPLEX64}))
    .OP_END_FACTORY_REG(ShapeFrom)

        REG_OP(CopyOf)
    .INPUT(x, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .OP_END_FACTORY_REG(CopyOf)

}  // namespace ge
#endif  // FIXTURE_PAIR_ADD_H
