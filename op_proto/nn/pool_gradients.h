// Gradients of the pools of images. ksize and strides name the four axes in the order of data_format ("NHWC" or
// "NCHW"), 1 for N and C; pads are top, bottom, left, right.
//   padding, padding_mode: "VALID", "SAME" (TensorFlow's: an odd element at the end) or, of padding_mode, "CALCULATED":
//     by pads, and with ceil_mode windows that reach over the end take part
//   global_pooling: one window, the whole image
// CANN declares these in nn_pooling_ops.h.
#pragma once

#include "graph/operator_reg.h"

namespace ge {

// The gradient for x1: each element of grad goes to the first element of its window of x1 that equals x2's element, the
// maximum. y has x1's shape.
REG_OP(MaxPoolGrad)
    .DATATYPE(T, TensorType::RealNumberType())
    .INPUT(x1, T)
    .INPUT(x2, T)
    .INPUT(grad, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(ksize, ListInt)
    .REQUIRED_ATTR(strides, ListInt)
    .REQUIRED_ATTR(padding, String)
    .ATTR(data_format, String, "NHWC")
    .OP_END_FACTORY_REG(MaxPoolGrad);

REG_OP(MaxPoolV3Grad)
    .DATATYPE(T, TensorType::RealNumberType())
    .INPUT(orig_input, T)
    .INPUT(orig_output, T)
    .INPUT(grad, T)
    .OUTPUT(out_grad, T)
    .REQUIRED_ATTR(ksize, ListInt)
    .REQUIRED_ATTR(strides, ListInt)
    .ATTR(padding_mode, String, "CALCULATED")
    .ATTR(pads, ListInt, {0, 0, 0, 0})
    .ATTR(data_format, String, "NCHW")
    .ATTR(global_pooling, Bool, false)
    .ATTR(ceil_mode, Bool, false)
    .OP_END_FACTORY_REG(MaxPoolV3Grad);

// The gradient of pools of volumes. padding may also be "CALCULATED".
REG_OP(MaxPool3DGrad)
    .DATATYPE(T, TensorType::RealNumberType())
    .INPUT(orig_x, T)
    .INPUT(orig_y, T)
    .INPUT(grads, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(ksize, ListInt)
    .REQUIRED_ATTR(strides, ListInt)
    .ATTR(padding, String, "SAME")
    .REQUIRED_ATTR(pads, ListInt)
    .ATTR(data_format, String, "NDHWC")
    .OP_END_FACTORY_REG(MaxPool3DGrad);

// The gradient's gradient: for each window the element of grad, which has x1's shape, at the first place where x1
// equals the maximum, x2.
REG_OP(MaxPoolGradGrad)
    .DATATYPE(T, TensorType::RealNumberType())
    .INPUT(x1, T)
    .INPUT(x2, T)
    .INPUT(grad, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(ksize, ListInt)
    .REQUIRED_ATTR(strides, ListInt)
    .REQUIRED_ATTR(padding, String)
    .ATTR(data_format, String, "NHWC")
    .OP_END_FACTORY_REG(MaxPoolGradGrad);

REG_OP(MaxPool3DGradGrad)
    .DATATYPE(T, TensorType::RealNumberType())
    .INPUT(orig_x, T)
    .INPUT(orig_y, T)
    .INPUT(grads, T)
    .OUTPUT(y, T)
    .REQUIRED_ATTR(ksize, ListInt)
    .REQUIRED_ATTR(strides, ListInt)
    .REQUIRED_ATTR(pads, ListInt)
    .ATTR(data_format, String, "NDHWC")
    .OP_END_FACTORY_REG(MaxPool3DGradGrad);

// The gradient of means: each element of input_grad is divided among the elements of its window, by the mean's divisor.
// The divisor counts the elements of the image (AvgPoolGrad, or exclusive), or also the padding by pads. out_grad has
// the shape orig_input_shape.
REG_OP(AvgPoolGrad)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_BF16}))
    .INPUT(orig_input_shape, TensorType({DT_INT32}))
    .INPUT(input_grad, T)
    .OUTPUT(out_grad, T)
    .REQUIRED_ATTR(ksize, ListInt)
    .REQUIRED_ATTR(strides, ListInt)
    .REQUIRED_ATTR(padding, String)
    .ATTR(data_format, String, "NHWC")
    .OP_END_FACTORY_REG(AvgPoolGrad);

REG_OP(AvgPoolV2Grad)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_BF16}))
    .INPUT(orig_input_shape, TensorType({DT_INT32}))
    .INPUT(input_grad, T)
    .OUTPUT(out_grad, T)
    .REQUIRED_ATTR(ksize, ListInt)
    .REQUIRED_ATTR(strides, ListInt)
    .ATTR(padding_mode, String, "CALCULATED")
    .ATTR(pads, ListInt, {0, 0, 0, 0})
    .ATTR(data_format, String, "NCHW")
    .ATTR(global_pooling, Bool, false)
    .ATTR(ceil_mode, Bool, false)
    .ATTR(exclusive, Bool, true)
    .OP_END_FACTORY_REG(AvgPoolV2Grad);

// mean_matrix, kernel_matrix, filter, multiplier: the attributes' values as tensors, for hardware that has no windows;
// not read.
REG_OP(AvgPoolGradD)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_BF16}))
    .INPUT(input_grad, T)
    .INPUT(mean_matrix, T)
    .INPUT(kernel_matrix, T)
    .OUTPUT(out_grad, T)
    .REQUIRED_ATTR(orig_input_shape, ListInt)
    .REQUIRED_ATTR(ksize, ListInt)
    .REQUIRED_ATTR(strides, ListInt)
    .REQUIRED_ATTR(padding, String)
    .ATTR(data_format, String, "NHWC")
    .OP_END_FACTORY_REG(AvgPoolGradD);

REG_OP(AvgPoolV2GradD)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_BF16}))
    .INPUT(input_grad, T)
    .OPTIONAL_INPUT(mean_matrix, T)
    .OPTIONAL_INPUT(kernel_matrix, T)
    .OUTPUT(out_grad, T)
    .REQUIRED_ATTR(orig_input_shape, ListInt)
    .REQUIRED_ATTR(ksize, ListInt)
    .REQUIRED_ATTR(strides, ListInt)
    .ATTR(padding_mode, String, "CALCULATED")
    .ATTR(pads, ListInt, {0, 0, 0, 0})
    .ATTR(data_format, String, "NCHW")
    .ATTR(global_pooling, Bool, false)
    .ATTR(ceil_mode, Bool, false)
    .ATTR(exclusive, Bool, true)
    .OP_END_FACTORY_REG(AvgPoolV2GradD);

// The gradient of pools of volumes: divided by divisor_override where it is above 0.
REG_OP(AvgPool3DGrad)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_BF16}))
    .INPUT(orig_input_shape, TensorType({DT_INT32}))
    .INPUT(grads, T)
    .OUTPUT(output, T)
    .REQUIRED_ATTR(ksize, ListInt)
    .REQUIRED_ATTR(strides, ListInt)
    .REQUIRED_ATTR(pads, ListInt)
    .ATTR(ceil_mode, Bool, false)
    .ATTR(count_include_pad, Bool, true)
    .ATTR(divisor_override, Int, 0)
    .ATTR(data_format, String, "NDHWC")
    .OP_END_FACTORY_REG(AvgPool3DGrad);

REG_OP(AvgPool3DGradD)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_BF16}))
    .INPUT(grads, T)
    .OPTIONAL_INPUT(filter, T)
    .OPTIONAL_INPUT(multiplier, T)
    .OUTPUT(output, T)
    .REQUIRED_ATTR(orig_input_shape, ListInt)
    .REQUIRED_ATTR(ksize, ListInt)
    .REQUIRED_ATTR(strides, ListInt)
    .REQUIRED_ATTR(pads, ListInt)
    .ATTR(ceil_mode, Bool, false)
    .ATTR(count_include_pad, Bool, true)
    .ATTR(divisor_override, Int, 0)
    .ATTR(data_format, String, "NDHWC")
    .OP_END_FACTORY_REG(AvgPool3DGradD);

}  // namespace ge
