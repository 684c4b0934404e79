// The operator that `atc --insert_op_conf` puts behind an input whose preprocessing the run chooses. opdk's own.
// CANN declares these in image_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// Images of bytes as floats of `shape`, [N, C, H, W], as static AIPP with the same parameters gives them. `params`
// (opdk/aipp_parameters.h) says format, extents and the steps for each image. If N is -1, there are as many images as
// params has room for.
REG_OP(DynamicAipp)
    .INPUT(images, TensorType({DT_UINT8}))
    .INPUT(params, TensorType({DT_UINT8}))
    .OUTPUT(features, TensorType({DT_FLOAT}))
    .REQUIRED_ATTR(shape, ListInt)
    .OP_END_FACTORY_REG(DynamicAipp);

}  // namespace ge
