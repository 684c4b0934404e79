// y is x: operators that differ in what their shape inference does wrong.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// Right for every shape.
REG_OP(Fine)
    .INPUT(x, TensorType({DT_FLOAT, DT_INT32}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_INT32}))
    .OP_END_FACTORY_REG(Fine)

    // Refuses every shape.
    REG_OP(RefusesAll)
    .INPUT(x, TensorType({DT_FLOAT, DT_INT32}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_INT32}))
    .OP_END_FACTORY_REG(RefusesAll)

    // An exception leaves its inference.
    REG_OP(Throws)
    .INPUT(x, TensorType({DT_FLOAT, DT_INT32}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_INT32}))
    .OP_END_FACTORY_REG(Throws)

    // Its inference ends the process.
    REG_OP(Crashes)
    .INPUT(x, TensorType({DT_FLOAT, DT_INT32}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_INT32}))
    .OP_END_FACTORY_REG(Crashes)

    // Succeeds and says nothing.
    REG_OP(SetsNothing)
    .INPUT(x, TensorType({DT_FLOAT, DT_INT32}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_INT32}))
    .OP_END_FACTORY_REG(SetsNothing)

    // Says another dtype than the columns.
    REG_OP(OtherDtype)
    .INPUT(x, TensorType({DT_FLOAT, DT_INT32}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_INT32}))
    .OP_END_FACTORY_REG(OtherDtype)

    // Refuses unknown extents.
    REG_OP(NeedsExtents)
    .INPUT(x, TensorType({DT_FLOAT, DT_INT32}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_INT32}))
    .OP_END_FACTORY_REG(NeedsExtents)

    // Refuses an unknown rank.
    REG_OP(NeedsRank)
    .INPUT(x, TensorType({DT_FLOAT, DT_INT32}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_INT32}))
    .OP_END_FACTORY_REG(NeedsRank)

    // Makes up extents that it doesn't know.
    REG_OP(Guesses)
    .INPUT(x, TensorType({DT_FLOAT, DT_INT32}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_INT32}))
    .OP_END_FACTORY_REG(Guesses)

    // Its kernel gives another shape.
    REG_OP(OtherShape)
    .INPUT(x, TensorType({DT_FLOAT, DT_INT32}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_INT32}))
    .OP_END_FACTORY_REG(OtherShape)

    // Gives an extent that no tensor can have.
    REG_OP(Impossible)
    .INPUT(x, TensorType({DT_FLOAT, DT_INT32}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_INT32}))
    .OP_END_FACTORY_REG(Impossible)

}  // namespace ge
