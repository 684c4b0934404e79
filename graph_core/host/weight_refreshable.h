// Graphs whose constants can be replaced while their model is loaded.
#pragma once

#include <span>
#include <string>

#include "graph_core/ir/graph.h"
#include "opdk/status.h"

namespace opdk {

struct RefreshableGraphs {
  Graph infer;   // the graph, with variables instead of the constants
  Graph init;    // assigns the constants' values
  Graph update;  // assigns the values of its inputs, NAME_new
};

// Makes the graphs. E1001: `constants` is empty, or has a name twice or a name that is no constant of the graph itself.
Result<RefreshableGraphs> MakeRefreshable(const Graph& graph, std::span<const std::string> constants);

}  // namespace opdk
