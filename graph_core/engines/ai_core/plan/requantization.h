// Sums of bytes that become bytes again are one step of the cube unit:
//
//   cast(round(cast(sums, float) * scale) + cast(zero_point, float), uint8)
//
// with the sums of a convolution or a product, perhaps less a zero point of the filter or right operand: times the sums
// of the data's windows (which one more filter of ones gives) or rows.
#pragma once

#include <optional>
#include <set>
#include <span>

#include "graph_core/engines/ai_core/expression/expression_users.h"
#include "graph_core/engines/ai_core/plan/epilogue.h"

namespace opdk {

// The chain of a cube with all that it is part of, its cube node as the step computes it: on data that aren't padded
// yet, without a filter of ones.
std::optional<CubeChain> FindRequantization(const tbe::Tensor& cube, const ExpressionUsers& users);
// The cubes in such chains.
std::set<const tbe::TensorNode*> RequantizedCubes(std::span<const tbe::Tensor> outputs);

}  // namespace opdk
