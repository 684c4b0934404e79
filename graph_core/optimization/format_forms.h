// A node rewritten for tensors of other formats.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "graph_core/ir/axis_order.h"
#include "graph_core/ir/pass.h"
#include "graph_core/optimization/tensor_formats.h"
#include "graph_core/preparation/constant_evaluation.h"

namespace opdk {

struct NodeForm {
  OpDesc op;  // with descriptions and attributes for them
  // Formats by port. FORMAT_ND: the port's tensor is none of the tensors whose format changes.
  std::vector<ge::Format> inputs, outputs;
  // The transpose of each present input, or of its constant below. Empty: the input isn't transposed.
  std::vector<Perm> perms;
  std::map<size_t, ge::Tensor> constants;  // by input: the constant that replaces the present input
};

// Returns the node for the other order of axes: it computes the same result from transposed tensors. `layout`: of its
// operator information. `now`: the present order of its images. nullopt: the node can't be written so.
std::optional<NodeForm> InOtherOrder(const Node& node, const LayoutInfo& layout, AxisOrder now,
                                     ConstantEvaluator& constants, const PassContext& context);

}  // namespace opdk
