// Recurrent networks: T steps of B sequences in D directions, state H = hidden_size, as ONNX defines them.
//   x: [T, B, inputs]; w: [D, G * H, inputs]; r: [D, G * H, H]; b: [D, 2 * G * H], for w and for r
//   initial_h, initial_c, y_h, y_c: [D, B, H]; y: [T, D, B, H]; sequence_lens: [B], 0 to T, T where absent
// G: the gates, in this order: LSTM i o f c, GRU z r h, RNN one. direction: forward, reverse, bidirectional (D = 2).
// Behind a sequence's length y is 0, y_h and y_c are the states of its last step; the reverse direction begins there.
// activations: for each direction f g h of LSTM (Sigmoid Tanh Tanh), f g of GRU (Sigmoid Tanh), f of RNN (Tanh), of
// Affine, Elu, HardSigmoid, LeakyRelu, Relu, ScaledTanh, Sigmoid, Softplus, Softsign, Tanh, ThresholdedRelu. Those with
// parameters take the next ones of activation_alpha and activation_beta, or their defaults. clip > 0: the arguments of
// f and g are limited to [-clip, clip]; LSTM's h takes the cell state as it is, as in ONNX Runtime.
// CANN declares these in rnn.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// p: [D, 3 * H], the state's part in the gates i o f (o sees the new one). input_forget 1: f = 1 - i.
REG_OP(CommonLSTM)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .INPUT(w, T)
    .INPUT(r, T)
    .OPTIONAL_INPUT(b, T)
    .OPTIONAL_INPUT(sequence_lens, TensorType({DT_INT32}))
    .OPTIONAL_INPUT(initial_h, T)
    .OPTIONAL_INPUT(initial_c, T)
    .OPTIONAL_INPUT(p, T)
    .OUTPUT(y, T)
    .OUTPUT(y_h, T)
    .OUTPUT(y_c, T)
    .ATTR(activation_alpha, ListFloat, {})
    .ATTR(activation_beta, ListFloat, {})
    .ATTR(activations, ListString, {})
    .ATTR(clip, Float, -1.0f)
    .ATTR(direction, String, "forward")
    .REQUIRED_ATTR(hidden_size, Int)
    .ATTR(input_forget, Int, 0)
    .OP_END_FACTORY_REG(CommonLSTM);

// y = (1 - z) * h + z * state. The gate r resets the state before its product with r's part of h; with
// linear_before_reset it does so afterwards, bias and all.
REG_OP(CommonGRU)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .INPUT(w, T)
    .INPUT(r, T)
    .OPTIONAL_INPUT(b, T)
    .OPTIONAL_INPUT(sequence_lens, TensorType({DT_INT32}))
    .OPTIONAL_INPUT(initial_h, T)
    .OUTPUT(y, T)
    .OUTPUT(y_h, T)
    .ATTR(activation_alpha, ListFloat, {})
    .ATTR(activation_beta, ListFloat, {})
    .ATTR(activations, ListString, {})
    .ATTR(clip, Float, -1.0f)
    .ATTR(direction, String, "forward")
    .REQUIRED_ATTR(hidden_size, Int)
    .ATTR(linear_before_reset, Int, 0)
    .OP_END_FACTORY_REG(CommonGRU);

// ONNX's RNN; Ascend IR's RNN is another operator.
REG_OP(CommonRNN)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE}))
    .INPUT(x, T)
    .INPUT(w, T)
    .INPUT(r, T)
    .OPTIONAL_INPUT(b, T)
    .OPTIONAL_INPUT(sequence_lens, TensorType({DT_INT32}))
    .OPTIONAL_INPUT(initial_h, T)
    .OUTPUT(y, T)
    .OUTPUT(y_h, T)
    .ATTR(activation_alpha, ListFloat, {})
    .ATTR(activation_beta, ListFloat, {})
    .ATTR(activations, ListString, {})
    .ATTR(clip, Float, -1.0f)
    .ATTR(direction, String, "forward")
    .REQUIRED_ATTR(hidden_size, Int)
    .OP_END_FACTORY_REG(CommonRNN);

}  // namespace ge
