// Whether two expressions are one and the same but for where their nodes lie in memory.
#pragma once

#include <span>

#include "tbe/expr.h"

namespace opdk {

// Every field of every node, names and what is shared among nodes included. Empty handles equal each other.
bool SameExpression(std::span<const tbe::Tensor> a, std::span<const tbe::Tensor> b);

}  // namespace opdk
