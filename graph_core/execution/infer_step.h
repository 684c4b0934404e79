// Shape inference of one step at run time, when its input shapes and the values in memory are known.
#pragma once

#include <string>
#include <vector>

#include "graph/tensor.h"
#include "graph_core/ir/graph.h"
#include "graph_core/package/package_registry.h"

namespace opdk {

// Descriptions of the node's outputs when its inputs have these descriptions; `value` gives the value of input i.
// Of a FusedOp: inferred through its body, operator by operator.
Result<std::vector<ge::TensorDesc>> InferOutputs(const Node& node, const std::vector<ge::TensorDesc>& inputs,
                                                 const ConstInputFn& value, const PackageRegistry& packages);

// Whether the infer function says how large an output of unknown shape can become.
bool HasUpperBound(const ge::TensorDesc& desc);
// Bytes of an output whose shape only the kernel knows: from the range that the infer function gives. E2003: it gives
// none.
Result<size_t> UpperBound(const ge::TensorDesc& desc, const std::string& port);

}  // namespace opdk
