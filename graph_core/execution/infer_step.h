// Shape inference of one step at run time, when its input shapes and the values in memory are known.
#pragma once

#include <string>
#include <vector>

#include "graph/tensor.h"
#include "graph_core/ir/graph.h"
#include "graph_core/package/package_registry.h"

namespace opdk {

// Returns descriptions of the node's outputs for inputs of these descriptions. `value` gives the value of input i. A
// FusedOp is inferred through its body, operator by operator.
Result<std::vector<ge::TensorDesc>> InferOutputs(const Node& node, const std::vector<ge::TensorDesc>& inputs,
                                                 const ConstInputFn& value, const PackageRegistry& packages);

// Returns whether the infer function gives an upper bound for an output of unknown shape.
bool HasUpperBound(const ge::TensorDesc& desc);
// Returns the largest size in bytes of an output whose shape only the kernel knows, by the range of the infer function.
// E2003: the function gives no range.
Result<size_t> UpperBound(const ge::TensorDesc& desc, const std::string& port);

}  // namespace opdk
