// The message that the protobuf form of a graph is.
#pragma once

#include "graph_core/base/byte_pool.h"
#include "graph_core/ir/ge_ir.pb.h"
#include "graph_core/ir/graph.h"

namespace opdk {

// `weights`: where the values of constants go, as Serialize has it; nullptr: they stay where they are.
ge::proto::ModelDef ToModelDef(const Graph& graph, BytePool* weights);

}  // namespace opdk
