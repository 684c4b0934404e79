// What is behind a ge::Graph, for the graph core.
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
  std::vector<ge::Operator> added;  // by AddOp and AddNodeByOp
  std::vector<ge::Graph> subgraphs;
  AttrMap attrs;
  bool need_iteration = false;
};

// The data behind a handle; the graph must not be empty (default-constructed).
AuthorGraph& DataOf(const ge::Graph& graph);
bool IsEmpty(const ge::Graph& graph);
// Every operator of the graph, each once: inputs and what they feed, outputs, targets and added ones, and what feeds
// any of these. Inputs first in their order, then by first visit; deterministic.
std::vector<ge::Operator> OperatorsOf(const ge::Graph& graph);

}  // namespace opdk
