// The message that the protobuf form of a graph is.
#pragma once

#include "graph_core/base/byte_pool.h"
#include "graph_core/ir/ge_ir.pb.h"
#include "graph_core/ir/graph.h"

namespace opdk {

// Returns the graph as a message. The values of constants are appended to `weights`. nullptr: they are in the message.
ge::proto::ModelDef ToModelDef(const Graph& graph, BytePool* weights);

}  // namespace opdk
