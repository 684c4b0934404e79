// The protobuf form: ge.proto.ModelDef with GE's field numbers (graph_core/ir/ge_ir.proto).
#pragma once

#include <string>

#include "graph_core/ir/graph.h"

namespace opdk {

std::string Serialize(const Graph& graph);
// The values of constants apart, appended to `weights` at offsets that are multiples of 64; their descriptors say where.
// E2007: more than 2 GiB beside them, which protobuf doesn't take.
Result<std::string> Serialize(const Graph& graph, std::string& weights);
// `weights`: where descriptors say that values lie. E2001, E2005.
Result<Graph> Deserialize(std::string_view bytes, std::string_view source_name = "<memory>",
                          std::string_view weights = {});

}  // namespace opdk
