// The replacement of a scope by fused operators: puts one result of a scope fusion pass into the nodes of a graph.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "graph/operator.h"
#include "opdk/scope_fusion.h"
#include "opdk/status.h"
#include "plugins/importer/source_node.h"
#include "plugins/tensorflow/parser/node.h"

namespace opdk::tensorflow_plugin {

// The origin of a node that stands for a scope, or for a part of one.
struct FusedScope {
  std::string place;           // of the pass: "scope fusion pass BlockPass of package samples_block"
  ge::Operator made;           // an operator of Ascend IR; empty: one that `nodes` are mapped to
  importer::FusedNodes nodes;  // in the graph's order
  std::vector<std::shared_ptr<const NodeDef>> kept;  // the messages of `nodes.messages`
};

// The data that a result needs beside the graph.
struct FusionRequest {
  const ScopeFusionResult& result;
  std::string place;                 // of the pass
  std::vector<std::string> members;  // the nodes of the result, in the graph's order
  std::function<std::shared_ptr<ge::Operator>(const Node& node)> operator_of;
  std::function<Result<ge::Operator>(const std::string& name, const std::string& type)> create;
};

// The outcome of a result of a pass.
struct FusionOutcome {
  std::string left;                  // why the scope is left as it is; "": it is fused
  std::vector<std::string> unknown;  // statements of the result about nodes that the scope hasn't got, one text each
  std::vector<std::string> gone;     // the nodes that aren't there any more
  std::vector<std::string> types;    // of the operators in their place
};

// Replaces the nodes of a result, in `nodes` and in `values`, which the caller asks for. Constants, inputs of the graph
// and variables among the nodes stay, because other nodes may need them, and the fused operator may take them. The
// scope stays as it is where fusing would change the graph's results. This is so if a node outside needs a value of the
// scope that the result doesn't give, or if the fused operator would need its own values. E2005: the result has no
// meaning.
Result<FusionOutcome> FuseScope(const FusionRequest& request, std::vector<Node>& nodes,
                                std::vector<std::string>& values);

}  // namespace opdk::tensorflow_plugin
