// Compares two expressions without regard to the addresses of their nodes.
#pragma once

#include <span>

#include "tbe/expr.h"

namespace opdk {

enum class ParamValues { kCompared, kIgnored };

// Compares every field of every node, including names and which nodes are shared. Empty handles equal each other.
// `values`: whether Params of different values differ. Kernels take such numbers as arguments.
bool SameExpression(std::span<const tbe::Tensor> a, std::span<const tbe::Tensor> b,
                    ParamValues values = ParamValues::kCompared);

}  // namespace opdk
