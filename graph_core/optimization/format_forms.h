// A node as it is for tensors of other formats.
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
  // By port: the format of a tensor that this is about, FORMAT_ND of the others.
  std::vector<ge::Format> inputs, outputs;
  // By input: how what the node takes now, or the constant below, is transposed for it; empty: it isn't.
  std::vector<Perm> perms;
  std::map<size_t, ge::Tensor> constants;  // by input: what it takes instead
};

// The node for the other order of axes, by the layout of its operator information: it computes the same from transposed
// tensors. nullopt: it can't be written so. `now`: the order of its images.
std::optional<NodeForm> InOtherOrder(const Node& node, const LayoutInfo& layout, AxisOrder now,
                                     ConstantEvaluator& constants, const PassContext& context);

}  // namespace opdk
