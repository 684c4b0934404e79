// Compares two expressions without regard to the addresses of their nodes.
#pragma once

#include <span>

#include "tbe/expr.h"

namespace opdk {

// Compares every field of every node, including names and which nodes are shared. Empty handles equal each other.
bool SameExpression(std::span<const tbe::Tensor> a, std::span<const tbe::Tensor> b);

}  // namespace opdk
