// Gradients of instance normalization, in steps. dy and x have one shape; variance and mean have it, too, with 1 for
// each axis that was averaged over. rstd = 1 / sqrt(variance + 1e-6), which is CANN's constant.
// CANN declares these in reduce_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// Summed over those axes: res_gamma = sum of dy * (x - mean) * rstd, res_beta = sum of dy.
REG_OP(INTrainingUpdateGrad)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .INPUT(dy, T)
    .INPUT(x, T)
    .INPUT(variance, TensorType({DT_FLOAT}))
    .INPUT(mean, TensorType({DT_FLOAT}))
    .OUTPUT(res_gamma, TensorType({DT_FLOAT}))
    .OUTPUT(res_beta, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(INTrainingUpdateGrad);

// The sums of res_gamma and res_beta over axis 0, which stays with extent 1.
REG_OP(INTrainingUpdateGradGammaBeta)
    .INPUT(res_gamma, TensorType({DT_FLOAT}))
    .INPUT(res_beta, TensorType({DT_FLOAT}))
    .OUTPUT(pd_gamma, TensorType({DT_FLOAT}))
    .OUTPUT(pd_beta, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(INTrainingUpdateGradGammaBeta);

// With n elements averaged over: gamma * rstd * (dy - res_beta / n - (x - mean) * rstd * res_gamma / n); gamma
// broadcasts to x.
REG_OP(INTrainingReduceGrad)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .INPUT(dy, T)
    .INPUT(x, T)
    .INPUT(variance, TensorType({DT_FLOAT}))
    .INPUT(mean, TensorType({DT_FLOAT}))
    .INPUT(res_gamma, TensorType({DT_FLOAT}))
    .INPUT(res_beta, TensorType({DT_FLOAT}))
    .INPUT(gamma, TensorType({DT_FLOAT}))
    .OUTPUT(pd_x, T)
    .OP_END_FACTORY_REG(INTrainingReduceGrad);

}  // namespace ge
