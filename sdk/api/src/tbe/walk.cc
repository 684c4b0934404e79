#include "tbe/walk.h"

#include <memory>
#include <utility>

#include "tbe/pointer_index.h"

namespace tbe {
namespace {

const std::vector<Tensor>& ChildrenOf(const TensorNode& node) { return node.inputs; }
const std::vector<ExprPtr>& ChildrenOf(const ExprNode& expr) { return expr.operands; }

// Walks depth-first with a vector as its stack. `Handle`: Tensor or ExprPtr.
template <typename Node, typename Handle>
class Walk {
 public:
  explicit Walk(const std::function<bool(const Node&)>& enter) : enter_(enter) {
    stack_.reserve(kUsual);
    order_.reserve(kUsual);
  }

  void Visit(const Handle& root) {
    Push(root);
    while (!stack_.empty()) {
      Frame& frame = stack_.back();
      const std::vector<Handle>& children = ChildrenOf(**frame.node);
      if (frame.entered && frame.next < children.size()) {
        Push(children[frame.next++]);
        continue;
      }
      order_.push_back(*frame.node);
      stack_.pop_back();
    }
  }

  std::vector<Handle> Take() { return std::move(order_); }

 private:
  static constexpr size_t kUsual = 16;  // nodes of an expression

  struct Frame {
    const Handle* node;  // a root, or a child of the node below in the stack
    bool entered;
    size_t next = 0;  // of its children
  };

  void Push(const Handle& node) {
    if (node.get() == nullptr || !seen_.Add(node.get()).second) return;
    stack_.push_back({&node, !enter_ || enter_(*node)});
  }

  const std::function<bool(const Node&)>& enter_;
  PointerIndex seen_;
  std::vector<Frame> stack_;
  std::vector<Handle> order_;
};

}  // namespace

std::vector<Tensor> PostOrder(std::span<const Tensor> outputs, const std::function<bool(const TensorNode&)>& enter) {
  Walk<TensorNode, Tensor> walk(enter);
  for (const Tensor& output : outputs) walk.Visit(output);
  return walk.Take();
}

std::vector<ExprPtr> PostOrder(const ExprPtr& body, const std::function<bool(const ExprNode&)>& enter) {
  Walk<ExprNode, ExprPtr> walk(enter);
  walk.Visit(body);
  return walk.Take();
}

Tensor WithInputs(const Tensor& node, std::vector<Tensor> inputs) {
  bool same = inputs.size() == node->inputs.size();
  for (size_t i = 0; same && i < inputs.size(); ++i) same = inputs[i].get() == node->inputs[i].get();
  if (same) return node;
  auto copy = std::make_shared<TensorNode>(*node);
  copy->inputs = std::move(inputs);
  return Tensor(std::move(copy));
}

opdk::Result<std::vector<Tensor>> Rewrite(std::span<const Tensor> outputs, const RewriteFn& fn, Replacements* known) {
  Replacements own;
  Replacements& now = known == nullptr ? own : *known;
  const auto of = [&](const Tensor& before) { return before ? now.at(before.get()) : before; };
  const auto is_new = [&](const TensorNode& node) { return now.count(&node) == 0; };
  for (const Tensor& node : PostOrder(outputs, is_new)) {
    if (!is_new(*node)) continue;
    std::vector<Tensor> inputs;
    inputs.reserve(node->inputs.size());
    for (const Tensor& input : node->inputs) inputs.push_back(of(input));
    OPDK_TRY(Tensor replacement, fn(node, inputs));
    now[node.get()] = replacement ? std::move(replacement) : WithInputs(node, std::move(inputs));
  }
  std::vector<Tensor> results;
  for (const Tensor& output : outputs) results.push_back(of(output));
  return results;
}

ExprPtr Rewrite(const ExprPtr& body,
                const std::function<ExprPtr(const ExprPtr& expr, const std::vector<ExprPtr>& operands)>& fn) {
  std::unordered_map<const ExprNode*, ExprPtr> now;
  for (const ExprPtr& expr : PostOrder(body)) {
    std::vector<ExprPtr> operands;
    operands.reserve(expr->operands.size());
    for (const ExprPtr& operand : expr->operands) operands.push_back(now.at(operand.get()));
    ExprPtr replacement = fn(expr, operands);
    if (replacement == nullptr && operands == expr->operands) replacement = expr;
    if (replacement == nullptr) {
      auto copy = std::make_shared<ExprNode>(*expr);
      copy->operands = std::move(operands);
      replacement = std::move(copy);
    }
    now[expr.get()] = std::move(replacement);
  }
  return body == nullptr ? nullptr : now.at(body.get());
}

}  // namespace tbe
