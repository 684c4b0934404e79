// Rewrites cube nodes that the cube unit doesn't take as they stand:
//   float16, bfloat16      a float product between casts
//   8-bit operands         a uint8 filter or right operand becomes int8 by subtracting 128, which sums of the other
//                          operand make good; generated code where oneDNN's result would not be exact
//   other dtypes           generated code
#pragma once

#include <span>
#include <vector>

#include "tbe/expr.h"

namespace opdk {

// Returns whether the node is a matmul, conv, conv_transpose, conv_backprop_filter or pool.
bool IsCube(const tbe::TensorNode& node);

// Returns the same outputs, rewritten. The remaining products and convolutions have float or 8-bit operands, and a step
// takes each of them.
std::vector<tbe::Tensor> LowerCubes(std::span<const tbe::Tensor> outputs);

}  // namespace opdk
