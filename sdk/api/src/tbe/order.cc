#include "sdk/api/src/tbe/order.h"

#include <unordered_set>
#include <utility>

namespace tbe {
namespace {

// `children(node)` is a vector of handles with get().
template <typename Node, typename Children>
void Visit(const Node* root, Children children, std::unordered_set<const Node*>& seen,
           std::vector<const Node*>& order) {
  if (!seen.insert(root).second) return;
  std::vector<std::pair<const Node*, size_t>> stack = {{root, 0}};
  while (!stack.empty()) {
    auto& [node, next] = stack.back();
    if (next == children(*node).size()) {
      order.push_back(node);
      stack.pop_back();
      continue;
    }
    const Node* child = children(*node)[next++].get();
    if (seen.insert(child).second) stack.emplace_back(child, 0);
  }
}

}  // namespace

std::vector<const TensorNode*> PostOrder(const std::vector<Tensor>& outputs) {
  std::unordered_set<const TensorNode*> seen;
  std::vector<const TensorNode*> order;
  for (const Tensor& output : outputs) {
    Visit(
        output.get(), [](const TensorNode& node) -> const std::vector<Tensor>& { return node.inputs; }, seen, order);
  }
  return order;
}

std::vector<const ExprNode*> PostOrder(const ExprPtr& body) {
  std::unordered_set<const ExprNode*> seen;
  std::vector<const ExprNode*> order;
  Visit(
      body.get(), [](const ExprNode& node) -> const std::vector<ExprPtr>& { return node.operands; }, seen, order);
  return order;
}

}  // namespace tbe
