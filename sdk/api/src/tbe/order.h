// The order in which a directed acyclic graph of tensors is walked.
#pragma once

#include <vector>

#include "tbe/expr.h"

namespace tbe {

// Every node below `outputs` once, inputs before their users. Doesn't recurse: expressions may be deep.
std::vector<const TensorNode*> PostOrder(const std::vector<Tensor>& outputs);
// The same for the scalars of a compute().
std::vector<const ExprNode*> PostOrder(const ExprPtr& body);

}  // namespace tbe
