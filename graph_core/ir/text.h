// The text form of a graph. Print(Parse(Print(g))) == Print(g), and both graphs run alike.
#pragma once

#include <string>
#include <string_view>

#include "graph_core/ir/graph.h"

namespace opdk {

struct PrintOptions {
  // Constants of at most this many elements are printed whole. Larger constants are printed as a hash; such a text
  // can't be parsed back. -1: every constant is printed whole.
  int64_t max_const_elements = -1;
  bool placement = false;  // append the engine, package and kernel of each node as a comment
};

std::string Print(const Graph& graph, const PrintOptions& options = {});
// Reads a graph. `source_name` is used in messages. E2005, located "file:line:column".
Result<Graph> Parse(std::string_view text, std::string_view source_name = "<text>");

// Returns the graph in Graphviz's language.
std::string ToDot(const Graph& graph);

}  // namespace opdk
