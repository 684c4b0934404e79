#pragma once

#include "graph/operator_reg.h"

namespace ge {
// y has, at each pixel, the sums of the channels up to each. Its kernel knows NHWC alone.
REG_OP(ChannelSums)
    .INPUT(x, TensorType({DT_FLOAT, DT_FLOAT16}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_FLOAT16}))
    .OP_END_FACTORY_REG(ChannelSums)
    // y is -x. Its kernel knows blocks of channels alone.
    REG_OP(BlockedNeg)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(BlockedNeg)
    // y is 2 * x. Its kernel knows NCHW and NHWC.
    REG_OP(ImageDouble)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(ImageDouble)
    // Nothing converts to what its kernel knows.
    REG_OP(FractalNeg)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(FractalNeg)
    // y is x. Its inference of formats says that its output is NHWC, whatever is known of the input.
    REG_OP(LastSaid)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(LastSaid)
    // Its inference of formats refuses every instance.
    REG_OP(FormatRefused)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(FormatRefused)
}  // namespace ge
