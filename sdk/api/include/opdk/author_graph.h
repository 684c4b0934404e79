// The data behind a ge::Graph, for the graph core.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "graph/graph.h"
#include "graph/operator.h"
#include "opdk/op_desc.h"

namespace opdk {

struct AuthorGraph {
  std::string name;
  std::vector<ge::Operator> inputs;
  std::vector<std::pair<ge::Operator, int>> outputs;  // operator and output number
  std::vector<ge::Operator> targets;
  std::vector<ge::Operator> added;  // with AddOp and AddNodeByOp
  std::vector<ge::Graph> subgraphs;
  AttrMap attrs;
  bool need_iteration = false;
};

// Returns the data behind a handle; the graph must not be empty (default-constructed).
AuthorGraph& DataOf(const ge::Graph& graph);
// Returns whether the handle has no graph (default-constructed).
bool IsEmpty(const ge::Graph& graph);
// Returns every operator of the graph once: inputs and their consumers, outputs, targets and added operators, and the
// producers of all these. Inputs come first in their order, then the others by first visit. The order is deterministic.
std::vector<ge::Operator> OperatorsOf(const ge::Graph& graph);

}  // namespace opdk
