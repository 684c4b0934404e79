// The tensor-expression language, part 7: pooling under tbe.dsl's names and rules. tbe/cube.h's pooling() is the
// general form. Tensors are [N, C, spatial...]; the five-dimensional layout of the AI Core is the engine's business.
#pragma once

#include <string_view>

#include "tbe/cube.h"

namespace tbe {

// Pools tensor_in [N, C, H, W]. window and stride {h, w}; dilation {h, w}, ones when left out. pooling_mode: "MAX",
// "AVG", or over the whole of H and W "GMP" (maximum) and "GAP" (average). "GMP" and "GAP" ignore window, stride and
// padding. data_mode 1 pads as TensorFlow does: padding_mode "SAME" gives ceil(in / stride), with the padding shared
// out and an odd element at the end; "VALID" pads nothing. AVG divides by the elements inside. data_mode 0 pads as
// Caffe does: by `pad` {top, bottom, left, right}; the extent is rounded up (ceil_mode 0) or down (ceil_mode 1); AVG
// counts the padding as zeros. Padding never wins a MAX; NaN does. MAX: float types and integers; AVG: float types.
Tensor pooling2d(const Tensor& tensor_in, const Dims& window, const Dims& stride, std::string_view pooling_mode,
                 std::string_view padding_mode = "SAME", const Dims& pad = {}, const Dims& dilation = {},
                 int data_mode = 1, int ceil_mode = 0);

// Pools tensor_in [N, C, D, H, W]. window, stride and dilation {d, h, w}. padding_mode "SAME" or "VALID" as in
// pooling2d, or "CALCULATED": by `pads` {front, back, top, bottom, left, right}, the extent rounded down. pooling_mode
// "MAX" or "AVG", which divides by the elements inside.
Tensor pooling3d(const Tensor& tensor_in, const Dims& window, const Dims& stride,
                 std::string_view padding_mode = "SAME", const Dims& pads = {}, std::string_view pooling_mode = "MAX",
                 const Dims& dilation = {});

}  // namespace tbe
