// Rules of temporary variables, which live in one graph, from TemporaryVariable to DestroyTemporaryVariable.
#pragma once

#include <map>
#include <string>

#include "graph_core/ir/graph.h"
#include "opdk/status.h"

namespace opdk {

// Each is destroyed once, under its name (var_name, else the node's), and no two bear one. E2005.
Status CheckTemporaryVariables(const Graph& graph);

// Destroying one reads its last value: the nodes that do become ReadVariableOp. Whether the graph has any. E2005: what
// should be its memory is a value that a loop gives.
Result<bool> ReadDestroyedVariables(Graph& graph);

// Follows what a graph does, in order: a temporary variable is written before it is read or given to a region, and not
// used any more when it has been destroyed.
class TemporaryLives {
 public:
  explicit TemporaryLives(const Graph& graph);
  // E2005.
  Status Add(const Node& node);

 private:
  struct Life {
    const Node* variable = nullptr;
    bool has_value = false;
    const Node* destroyed = nullptr;
  };
  std::map<std::string, Life, std::less<>> lives_;  // by AccessName
};

}  // namespace opdk
