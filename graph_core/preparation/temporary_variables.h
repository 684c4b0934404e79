// Rules of temporary variables, which live in one graph, from TemporaryVariable to DestroyTemporaryVariable.
#pragma once

#include <map>
#include <string>

#include "graph_core/ir/graph.h"
#include "graph_core/ir/variables.h"
#include "opdk/status.h"

namespace opdk {

// Checks that each temporary variable is destroyed once under its name (var_name, else the node's), and that names
// differ. E2005.
Status CheckTemporaryVariables(const Graph& graph);

// Makes each DestroyTemporaryVariable a ReadVariableOp, because destroying a variable reads its last value. Returns
// whether the graph has temporary variables. E2005: the input is a value that a loop gives, not a variable's memory.
Result<bool> ReadDestroyedVariables(Graph& graph);

// Checks the nodes of a graph in order. A temporary variable must be written before it is read or given to a region. It
// must not be used after it was destroyed.
class TemporaryLives {
 public:
  explicit TemporaryLives(const Graph& graph);
  // Adds the next node in order. `access`: AccessOf(node). E2005: it uses a variable too early or too late.
  Status Add(const Node& node, const VariableAccess& access);

 private:
  struct Life {
    const Node* variable = nullptr;
    bool has_value = false;
    const Node* destroyed = nullptr;
  };
  std::map<std::string, Life, std::less<>> lives_;  // by AccessName
};

}  // namespace opdk
