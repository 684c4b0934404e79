// The protobuf form: ge.proto.ModelDef with GE's field numbers (graph_core/ir/ge_ir.proto).
#pragma once

#include <string>

#include "graph_core/ir/graph.h"

namespace opdk {

std::string Serialize(const Graph& graph);
Result<Graph> Deserialize(std::string_view bytes, std::string_view source_name = "<memory>");

}  // namespace opdk
