// The objects behind the handles ge::Graph and ge::GNode.
#pragma once

#include <memory>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "graph/gnode.h"
#include "graph/graph.h"
#include "opdk/author_graph.h"
#include "sdk/api/src/graph/operator_impl.h"

namespace ge {

class GraphImpl {
 public:
  explicit GraphImpl(std::string name) { data.name = std::move(name); }
  ~GraphImpl();
  GraphImpl(const GraphImpl&) = delete;
  GraphImpl& operator=(const GraphImpl&) = delete;

  opdk::AuthorGraph data;
  // Operators that inputs feed. They are kept alive here, because links to consumers are weak references.
  std::vector<Operator> kept;
  std::weak_ptr<GraphImpl> parent;
  // Names of the graph's operators, filled by the first replacement; new operators get names that aren't in it.
  std::unordered_set<std::string> names;
};

class NodeImpl {
 public:
  Operator op;
  std::weak_ptr<GraphImpl> graph;
};

}  // namespace ge

namespace opdk {

struct GraphAccess {
  static const ge::GraphImplPtr& Impl(const ge::Graph& graph) { return graph.impl_; }
  static ge::Graph Handle(ge::GraphImplPtr impl) {
    ge::Graph graph;
    graph.impl_ = std::move(impl);
    return graph;
  }
  static const std::shared_ptr<ge::NodeImpl>& Impl(const ge::GNode& node) { return node.impl_; }
  static ge::GNode Node(const ge::Operator& op, const ge::GraphImplPtr& graph) {
    ge::GNode node;
    node.impl_ = std::make_shared<ge::NodeImpl>();
    node.impl_->op = op;
    node.impl_->graph = graph;
    return node;
  }
};

}  // namespace opdk
