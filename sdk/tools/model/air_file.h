// Graphs in GE's own form (.air): one ge.proto.ModelDef, as Graph::SaveToFile writes it.
#pragma once

#include <string>
#include <string_view>

#include "graph_core/ir/graph.h"
#include "opdk/status.h"

namespace opdk {

inline constexpr std::string_view kAirSuffix = ".air";

// E1002; E2001, E2005: it isn't of that form.
Result<Graph> ReadAir(const std::string& path);
// E1002; E2007: more than the 2 GiB that the form takes.
Status WriteAir(const Graph& graph, const std::string& path);

}  // namespace opdk
