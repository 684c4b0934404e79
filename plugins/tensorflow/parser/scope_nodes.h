// The nodes of a TensorFlow graph as scope fusion passes look at them.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "opdk/scope_fusion.h"
#include "opdk/status.h"
#include "plugins/importer/values.h"
#include "plugins/tensorflow/parser/node.h"

namespace opdk::tensorflow_plugin {

class ScopeNodes : public ScopeGraphSource {
 public:
  // A copy of the nodes, which share their messages. `values` must outlive it.
  ScopeNodes(std::vector<Node> nodes, const importer::Values& values);

  size_t NodeCount() const override { return nodes_.size(); }
  ge::AscendString NodeName(size_t node) const override;
  ge::AscendString NodeType(size_t node) const override;
  std::shared_ptr<ge::Operator> NodeOperator(size_t node) override;
  // Returns the operator of the node of that name, which the graph must have.
  std::shared_ptr<ge::Operator> OperatorOf(const std::string& name) { return NodeOperator(numbers_.at(name)); }

  // Returns the nodes that a result covers, in the graph's order. E2005: the result names an unknown node or scope, or
  // nothing.
  Result<std::vector<std::string>> MembersOf(const ScopeFusionResult& result) const;

  // Returns the error of the first attribute that couldn't be read for a pass.
  const Status& status() const { return status_; }

 private:
  std::vector<std::string> LinksFrom(const Node& node) const;
  const std::vector<std::string>& LinksTo(const Node& node);

  std::vector<Node> nodes_;
  const importer::Values& values_;
  std::map<std::string, size_t> numbers_;  // by name
  std::vector<std::shared_ptr<ge::Operator>> operators_;
  std::unordered_map<std::string, std::vector<std::string>> links_to_;  // by node; empty until the first request
  Status status_;
};

}  // namespace opdk::tensorflow_plugin
