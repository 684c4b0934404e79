#include "graph_core/execution/infer_step.h"

#include <fmt/format.h>

#include <map>
#include <utility>

namespace opdk {
namespace {

using Key = std::pair<const Node*, int>;

int64_t DataIndex(const Node& data) {
  const auto* index = data.op().GetAttr<int64_t>("index");
  return index == nullptr ? 0 : *index;
}

Result<std::vector<ge::TensorDesc>> InferOperator(const Node& node, const std::vector<ge::TensorDesc>& inputs,
                                                  const ConstInputFn& value, const PackageRegistry& packages) {
  OpDesc op = node.op();
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (node.inputs()[i].node != nullptr) op.inputs[i].desc = inputs[i];
  }
  OPDK_TRY(packages.InferShape(op, value));
  std::vector<ge::TensorDesc> outputs;
  for (Port& port : op.outputs) outputs.push_back(std::move(port.desc));
  return outputs;
}

Result<std::vector<ge::TensorDesc>> InferBody(const Graph& body, const std::vector<ge::TensorDesc>& inputs,
                                              const ConstInputFn& value, const PackageRegistry& packages) {
  OPDK_TRY(const std::vector<Node*> order, body.TopologicalOrder());
  std::map<Key, ge::TensorDesc> known;
  std::vector<ge::TensorDesc> outputs;
  for (const Node* node : order) {
    if (node->Is(kData)) {
      known[{node, 0}] = inputs.at(static_cast<size_t>(DataIndex(*node)));
      continue;
    }
    if (node->Is(kConst)) {
      known[{node, 0}] = node->op().outputs.at(0).desc;
      continue;
    }
    std::vector<ge::TensorDesc> descs;
    for (const Endpoint& input : node->inputs()) {
      descs.push_back(input.node == nullptr ? ge::TensorDesc() : known.at({input.node, input.index}));
    }
    if (node->Is(kNetOutput)) {
      outputs = std::move(descs);
      continue;
    }
    auto inner_value = [&](int input, ge::Tensor& tensor) {
      const Endpoint source = node->input(input);
      if (source.node == nullptr) return false;
      if (const ge::Tensor* constant = source.node->ConstValue()) {
        tensor = *constant;
        return true;
      }
      return source.node->Is(kData) && value(static_cast<int>(DataIndex(*source.node)), tensor);
    };
    OPDK_TRY(std::vector<ge::TensorDesc> results, InferOutputs(*node, descs, inner_value, packages));
    for (size_t i = 0; i < results.size(); ++i) known[{node, static_cast<int>(i)}] = std::move(results[i]);
  }
  return outputs;
}

}  // namespace

Result<std::vector<ge::TensorDesc>> InferOutputs(const Node& node, const std::vector<ge::TensorDesc>& inputs,
                                                 const ConstInputFn& value, const PackageRegistry& packages) {
  if (node.body() != nullptr) return InferBody(*node.body(), inputs, value, packages);
  return InferOperator(node, inputs, value, packages);
}

}  // namespace opdk
