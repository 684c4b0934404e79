// What the cube unit doesn't compute as it stands, said in terms of what it does and of generated code:
//   float16, bfloat16      a float product between casts
//   8-bit operands         a uint8 filter or right operand becomes int8 by subtracting 128, which sums of the other
//                          operand make good; generated code where oneDNN's result would not be exact
//   other dtypes           generated code
#pragma once

#include <span>
#include <vector>

#include "tbe/expr.h"

namespace opdk {

// matmul, conv, conv_transpose, conv_backprop_filter, pool.
bool IsCube(const tbe::TensorNode& node);

// The same outputs. What is left of products and convolutions has float or 8-bit operands and is taken by a step.
std::vector<tbe::Tensor> LowerCubes(std::span<const tbe::Tensor> outputs);

}  // namespace opdk
