// The protobuf form: ge.proto.ModelDef with GE's field numbers (graph_core/ir/ge_ir.proto).
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "graph_core/base/byte_pool.h"
#include "graph_core/ir/graph.h"
#include "opdk/status.h"

namespace opdk {

// E2007: more than 2 GiB, which protobuf doesn't take.
Result<std::string> Serialize(const Graph& graph);
// The values of constants apart, among `weights`; their descriptors say where. E2007: more than 2 GiB beside them.
Result<std::string> Serialize(const Graph& graph, BytePool& weights);
// `weights`: where descriptors say that values lie, which stay there and keep `owner`. E2001, E2005.
Result<Graph> Deserialize(std::string_view bytes, std::string_view source_name = "<memory>",
                          std::string_view weights = {}, const std::shared_ptr<const void>& owner = nullptr);

}  // namespace opdk
