// Graphs whose constants can be replaced while their model is loaded.
#pragma once

#include <span>
#include <string>

#include "graph_core/ir/graph.h"
#include "opdk/status.h"

namespace opdk {

struct RefreshableGraphs {
  Graph infer;   // variables of the constants' names in their place
  Graph init;    // gives them the constants' values
  Graph update;  // gives them those of its inputs, NAME_new
};

// E1001: no name, or one that is no constant of the graph itself, or stands there twice.
Result<RefreshableGraphs> MakeRefreshable(const Graph& graph, std::span<const std::string> constants);

}  // namespace opdk
