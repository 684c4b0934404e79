// The users (readers) of each node of an expression.
#pragma once

#include <map>
#include <set>
#include <span>
#include <vector>

#include "tbe/walk.h"

namespace opdk {

class ExpressionUsers {
 public:
  explicit ExpressionUsers(std::span<const tbe::Tensor> outputs) : nodes_(tbe::PostOrder(outputs)) {
    for (const tbe::Tensor& output : outputs) outputs_.insert(output.get());
    for (const tbe::Tensor& node : nodes_) {
      for (const tbe::Tensor& input : node->inputs) users_[input.get()].push_back(node);
    }
  }

  // Returns the nodes, each once, inputs before their users.
  const std::vector<tbe::Tensor>& nodes() const { return nodes_; }
  bool IsOutput(const tbe::Tensor& tensor) const { return outputs_.count(tensor.get()) > 0; }
  // Returns the users of a node, one entry per operand. A node that reads `tensor` twice is there twice.
  const std::vector<tbe::Tensor>& Of(const tbe::Tensor& tensor) const {
    static const std::vector<tbe::Tensor> kNone;
    auto found = users_.find(tensor.get());
    return found == users_.end() ? kNone : found->second;
  }
  // Returns the only user of a node that is no output. Returns an empty tensor if there are several users, or none.
  tbe::Tensor Single(const tbe::Tensor& tensor) const {
    return Of(tensor).size() == 1 && !IsOutput(tensor) ? Of(tensor)[0] : tbe::Tensor();
  }

 private:
  std::vector<tbe::Tensor> nodes_;
  std::set<const tbe::TensorNode*> outputs_;
  std::map<const tbe::TensorNode*, std::vector<tbe::Tensor>> users_;
};

}  // namespace opdk
