// The protobuf form: ge.proto.ModelDef with GE's field numbers (graph_core/ir/ge_ir.proto).
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "graph_core/base/byte_pool.h"
#include "graph_core/ir/graph.h"
#include "opdk/status.h"

namespace opdk {

// Returns the bytes of the protobuf form. E2007: more than 2 GiB, which protobuf doesn't take.
Result<std::string> Serialize(const Graph& graph);
// Returns the bytes without the values of constants, which are appended to `weights`. The descriptors hold their
// offsets. E2007: more than 2 GiB beside the values.
Result<std::string> Serialize(const Graph& graph, BytePool& weights);
// Reads the protobuf form. Descriptors may refer to values in `weights`: these values are not copied, and their tensors
// keep `owner` alive. E2001, E2005.
Result<Graph> Deserialize(std::string_view bytes, std::string_view source_name = "<memory>",
                          std::string_view weights = {}, const std::shared_ptr<const void>& owner = nullptr);

}  // namespace opdk
