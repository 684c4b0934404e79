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

// Returns the chain of a requantized cube with all nodes that are part of it. Its cube node is the one that the step
// computes: its data isn't padded yet, and there is no filter of ones.
std::optional<CubeChain> FindRequantization(const tbe::Tensor& cube, const ExpressionUsers& users);
// Returns the cube nodes in such chains.
std::set<const tbe::TensorNode*> RequantizedCubes(std::span<const tbe::Tensor> outputs);

}  // namespace opdk
