// Gradients of layer normalization. dy and x [d0 … dn]; mean and variance (or rstd) [d0 … d_axis-1, 1 … 1]; gamma,
// pd_gamma and pd_beta: x's last axes. rstd = 1 / sqrt(variance + 1e-12); with x̂ = (x - mean) * rstd and g = dy *
// gamma:
//   pd_x = rstd * (g - mean of g - x̂ * mean of g * x̂), over the axes from `axis` on
//   pd_gamma = sum of dy * x̂, pd_beta = sum of dy, over the axes that gamma lacks
// CANN declares these in nn_norm_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

REG_OP(LayerNormGrad)
    .DATATYPE(T1, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .DATATYPE(T2, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .DATATYPE(T3, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .INPUT(dy, T1)
    .INPUT(x, T1)
    .INPUT(variance, T2)
    .INPUT(mean, T2)
    .INPUT(gamma, T3)
    .OUTPUT(pd_x, T1)
    .OUTPUT(pd_gamma, T3)
    .OUTPUT(pd_beta, T3)
    .OP_END_FACTORY_REG(LayerNormGrad);

// The same from rstd.
REG_OP(LayerNormGradV3)
    .DATATYPE(T1, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .DATATYPE(T2, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .DATATYPE(T3, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .INPUT(dy, T1)
    .INPUT(x, T1)
    .INPUT(rstd, T2)
    .INPUT(mean, T2)
    .INPUT(gamma, T3)
    .OUTPUT(pd_x, T1)
    .OUTPUT(pd_gamma, T3)
    .OUTPUT(pd_beta, T3)
    .OP_END_FACTORY_REG(LayerNormGradV3);

// The halves of the gradient. The V2 and V3 forms hand x̂ on as res_for_gamma. pd_gamma and pd_beta have the shape that
// shape_gamma says, and are float.
REG_OP(LayerNormXBackprop)
    .DATATYPE(T1, TensorType({DT_FLOAT, DT_FLOAT16}))
    .DATATYPE(T2, TensorType({DT_FLOAT, DT_FLOAT16}))
    .INPUT(dy, T1)
    .INPUT(x, T1)
    .INPUT(variance, T2)
    .INPUT(mean, T2)
    .INPUT(gamma, TensorType({DT_FLOAT, DT_FLOAT16}))
    .OUTPUT(pd_x, T1)
    .OP_END_FACTORY_REG(LayerNormXBackprop);

REG_OP(LayerNormXBackpropV2)
    .DATATYPE(T1, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .DATATYPE(T2, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .INPUT(dy, T1)
    .INPUT(x, T1)
    .INPUT(variance, T2)
    .INPUT(mean, T2)
    .INPUT(gamma, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OUTPUT(pd_x, T1)
    .OUTPUT(res_for_gamma, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(LayerNormXBackpropV2);

REG_OP(LayerNormXBackpropV3)
    .DATATYPE(T1, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .DATATYPE(T2, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .INPUT(dy, T1)
    .INPUT(x, T1)
    .INPUT(rstd, T2)
    .INPUT(mean, T2)
    .INPUT(gamma, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OUTPUT(pd_x, T1)
    .OUTPUT(res_for_gamma, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(LayerNormXBackpropV3);

REG_OP(LayerNormBetaGammaBackprop)
    .DATATYPE(T1, TensorType({DT_FLOAT, DT_FLOAT16}))
    .DATATYPE(T2, TensorType({DT_FLOAT, DT_FLOAT16}))
    .DATATYPE(T3, TensorType({DT_FLOAT, DT_FLOAT16}))
    .INPUT(dy, T1)
    .INPUT(x, T1)
    .INPUT(variance, T2)
    .INPUT(mean, T2)
    .OUTPUT(pd_gamma, T3)
    .OUTPUT(pd_beta, T3)
    .REQUIRED_ATTR(shape_gamma, ListInt)
    .OP_END_FACTORY_REG(LayerNormBetaGammaBackprop);

REG_OP(LayerNormBetaGammaBackpropV2)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .INPUT(dy, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .INPUT(res_for_gamma, TensorType({DT_FLOAT}))
    .OUTPUT(pd_gamma, T)
    .OUTPUT(pd_beta, T)
    .REQUIRED_ATTR(shape_gamma, ListInt)
    .OP_END_FACTORY_REG(LayerNormBetaGammaBackpropV2);

}  // namespace ge
