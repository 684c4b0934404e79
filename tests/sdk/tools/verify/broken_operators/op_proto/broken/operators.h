// Operators that are wrong in one way each, and one that isn't. Most are meant to compute y = 2 x.
#pragma once

#include "graph/operator_reg.h"

namespace ge {
#define DOUBLING_OPERATOR(Name) \
  REG_OP(Name).INPUT(x, TensorType({DT_FLOAT})).OUTPUT(y, TensorType({DT_FLOAT})).OP_END_FACTORY_REG(Name)

DOUBLING_OPERATOR(CorrectTwin)
DOUBLING_OPERATOR(WrongTail)
DOUBLING_OPERATOR(UnwrittenElement)
DOUBLING_OPERATOR(Accumulates)
DOUBLING_OPERATOR(ReadsOutOfBounds)
DOUBLING_OPERATOR(WritesOutOfBounds)
DOUBLING_OPERATOR(WritesPastRequest)
DOUBLING_OPERATOR(WritesBeforeStart)
DOUBLING_OPERATOR(WritesIntoInput)
DOUBLING_OPERATOR(StoresAligned)
DOUBLING_OPERATOR(LeavesFromEveryBlock)
DOUBLING_OPERATOR(SharesScratch)
DOUBLING_OPERATOR(LocksScratch)
DOUBLING_OPERATOR(DependsOnAlignment)
DOUBLING_OPERATOR(Crashes)
DOUBLING_OPERATOR(Hangs)
DOUBLING_OPERATOR(Leaks)
DOUBLING_OPERATOR(LeaksFiles)
DOUBLING_OPERATOR(LeaksThreads)
DOUBLING_OPERATOR(ChangesRounding)
DOUBLING_OPERATOR(FlushesDenormals)
DOUBLING_OPERATOR(ChangesLocale)
DOUBLING_OPERATOR(BreaksOnUnknown)
DOUBLING_OPERATOR(MixesUpPieces)
DOUBLING_OPERATOR(AddsToFreshMemory)
DOUBLING_OPERATOR(ForgetsUnknownRank)

// y = sum of x, a scalar.
DOUBLING_OPERATOR(UnorderedSum)
// y = x backwards.
DOUBLING_OPERATOR(ReversesInPlace)
// y = x backwards.
REG_OP(JoinsBackwards)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .ATTR(along, Int, 0)
    .OP_END_FACTORY_REG(JoinsBackwards);
// y[i] = x[i + 1] - x[i]: one element less than x.
DOUBLING_OPERATOR(WrongShapeInference)
// y = max(x, 0), NaN where x is NaN.
DOUBLING_OPERATOR(SwallowsNan)
// y = x.
DOUBLING_OPERATOR(LosesDenormals)
// y = x rounded to a whole number, halves to the even one.
DOUBLING_OPERATOR(RoundsHalvesAway)
// y = -x.
DOUBLING_OPERATOR(LosesZeroSign)

// y = 2 x, wrapping around.
#define WHOLE_NUMBER_OPERATOR(Name) \
  REG_OP(Name).INPUT(x, TensorType({DT_INT64})).OUTPUT(y, TensorType({DT_INT64})).OP_END_FACTORY_REG(Name)
WHOLE_NUMBER_OPERATOR(CutsTo32Bits)
WHOLE_NUMBER_OPERATOR(Saturates)

// y = the indices of x: int64.
REG_OP(WrongDtypeInference)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_INT32, DT_INT64}))
    .OP_END_FACTORY_REG(WrongDtypeInference)

    // y = alpha x.
    REG_OP(KeepsFirstAttribute)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .ATTR(alpha, Float, 1.0)
    .OP_END_FACTORY_REG(KeepsFirstAttribute)

    // y = x. Its columns of y stand in another order.
    REG_OP(SwapsColumns)
    .INPUT(x, TensorType({DT_FLOAT, DT_INT32}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_INT32}))
    .OP_END_FACTORY_REG(SwapsColumns)

    // y = alpha x.
    REG_OP(IgnoresAttribute)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .ATTR(alpha, Float, 1.0)
    .OP_END_FACTORY_REG(IgnoresAttribute)

    // y = x + 1.
    REG_OP(TruncatesThroughFloat)
    .INPUT(x, TensorType({DT_INT64}))
    .OUTPUT(y, TensorType({DT_INT64}))
    .OP_END_FACTORY_REG(TruncatesThroughFloat)

    // y = row `row` of x.
    REG_OP(RefusesNothing)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .ATTR(row, Int, 0)
    .OP_END_FACTORY_REG(RefusesNothing)

    // y = 2 x.
    REG_OP(CrashesOnStrings)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(CrashesOnStrings)

    // y = what is beside each element of x in its pair.
    REG_OP(NeedsPairs)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(NeedsPairs)

    // y = 2 x.
    REG_OP(CountsCalls)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(CountsCalls)

    // y = x / groups elements each, as many as there are groups.
    REG_OP(DividesByAttribute)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .ATTR(groups, Int, 1)
    .OP_END_FACTORY_REG(DividesByAttribute)

    // y = whether x is positive.
    REG_OP(StoresMasks)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_BOOL}))
    .OP_END_FACTORY_REG(StoresMasks)

    // y = 2 x, z = 3 x.
    REG_OP(EnginesDisagree)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .OUTPUT(z, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(EnginesDisagree)
}  // namespace ge
