// A walk over the body of a FusedOp, from the values of its inputs to those of its outputs. A value is something that
// is known of a tensor, such as its shape or its expression.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "graph_core/ir/data_index.h"
#include "graph_core/ir/graph.h"
#include "opdk/op_desc.h"
#include "opdk/status.h"

namespace opdk {

// Returns the values of the body's outputs. `inputs`: the values of its Data, by index. `compute` is called in
// topological order for all nodes but Data and NetOutput: Result<std::vector<Value>> compute(Node& member, const
// std::vector<Value>& operands). The operand of an input without a tensor is Value().
template <typename Value, typename Compute>
Result<std::vector<Value>> WalkBody(const Graph& body, const std::vector<Value>& inputs, const Compute& compute) {
  OPDK_TRY(const std::vector<Node*> order, body.TopologicalOrder());
  std::map<std::pair<const Node*, int>, Value> values;
  std::vector<Value> results;
  for (Node* node : order) {
    if (node->Is(kData)) {
      values[{node, 0}] = inputs.at(static_cast<size_t>(DataIndex(*node).value_or(0)));
      continue;
    }
    std::vector<Value> operands;
    for (const Endpoint& from : node->inputs()) {
      operands.push_back(from.node == nullptr ? Value() : values.at({from.node, from.index}));
    }
    if (node->Is(kNetOutput)) {
      results = std::move(operands);
      continue;
    }
    OPDK_TRY(std::vector<Value> outputs, compute(*node, operands));
    for (size_t i = 0; i < outputs.size(); ++i) values[{node, static_cast<int>(i)}] = std::move(outputs[i]);
  }
  return results;
}

// Returns a reader of the constant inputs of a body's member. `outside` reads those of the body. Both must outlive it.
inline ConstInputFn ConstantsInBody(const Node& member, const ConstInputFn& outside) {
  return [&](int input, ge::Tensor& value) {
    const Endpoint from = member.input(input);
    if (from.node == nullptr) return false;
    if (const ge::Tensor* constant = from.node->ConstValue()) {
      value = *constant;
      return true;
    }
    return from.node->Is(kData) && outside(DataIndex(*from.node).value_or(0), value);
  };
}

}  // namespace opdk
