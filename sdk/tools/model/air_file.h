// Graphs in GE's own form (.air): one ge.proto.ModelDef, as Graph::SaveToFile writes it.
#pragma once

#include <string>
#include <string_view>

#include "graph_core/ir/graph.h"
#include "opdk/status.h"

namespace opdk {

inline constexpr std::string_view kAirSuffix = ".air";

// Reads the graph of an .air file. E1002: the file can't be read; E2001, E2005: it isn't a ge.proto.ModelDef.
Result<Graph> ReadAir(const std::string& path);
// Writes the graph as an .air file. E1002; E2007: the graph needs more than the 2 GiB that protobuf allows.
Status WriteAir(const Graph& graph, const std::string& path);

}  // namespace opdk
