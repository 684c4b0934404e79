// The shapes of a graph's inputs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "graph_core/ir/graph.h"
#include "opdk/status.h"

namespace opdk {

// Returns whether the shape of some input has unknown extents or an unknown rank.
bool HasUnknownInput(const Graph& graph);

// The attribute of a Data node that names its axes, as ONNX's dim_param does: unknown ones of one name have one extent
// in each run. "" is no name.
inline constexpr std::string_view kDimNames = "dim_names";
// Returns one name for each axis of the Data: its name if its extent is unknown, else "". Empty: the axes have no
// names.
std::vector<std::string> DimNames(const OpDesc& data);

// Sets the shapes of the Data nodes, in their order. E1003: the numbers of nodes and shapes differ. E1004, located
// "node X (Data)": the node's declared shape doesn't allow the shape.
Status SetInputShapes(Graph& graph, const std::vector<std::vector<int64_t>>& shapes);

}  // namespace opdk
