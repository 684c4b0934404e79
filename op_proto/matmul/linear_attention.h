// CANN declares it in matrix_calculation_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// ONNX's operator. Each head of keys has a state [dk, dv], which each step updates:
//   state = exp(decay) * state (gated, gated_delta)
//   v = beta * (value - state^T * key) (delta, gated_delta), else value
//   state += key * v^T; output = scale * state^T * query
// query: [B, T, q_num_heads * dk]; key: [B, T, kv_num_heads * dk]; value: [B, T, kv_num_heads * dv]; output: [B, T,
// q_num_heads * dv]; past_state, present_state: [B, kv_num_heads, dk, dv]; decay: [B, T, kv_num_heads], or key's last
// extent; beta: [B, T, kv_num_heads or 1]. Neighbouring heads of queries share a head of keys. scale 0: 1 / sqrt(dk).
// chunk_size has no effect.
REG_OP(LinearAttention)
    .INPUT(query, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .INPUT(key, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .INPUT(value, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OPTIONAL_INPUT(past_state, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OPTIONAL_INPUT(decay, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OPTIONAL_INPUT(beta, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OUTPUT(output, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OUTPUT(present_state, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .ATTR(chunk_size, Int, 64)
    .REQUIRED_ATTR(kv_num_heads, Int)
    .REQUIRED_ATTR(q_num_heads, Int)
    .ATTR(scale, Float, 0.0f)
    .ATTR(update_rule, String, "gated_delta")
    .OP_END_FACTORY_REG(LinearAttention);

}  // namespace ge
