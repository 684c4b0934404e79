// GE's ModelDef as JSON, as `atc --mode=1` and `--mode=5` give it: names of fields as in the messages, enumerators by
// name.
#pragma once

#include <string>
#include <string_view>

#include "graph_core/ir/graph.h"
#include "opdk/status.h"

namespace opdk {

// Returns the model as JSON, without the bytes of constants. E2007: see Serialize.
Result<std::string> ModelJson(const Graph& graph);

// Converts a ge_proto_*.txt dump to JSON. E2001, with line and column: the text isn't such a dump.
Result<std::string> ProtoTextAsJson(std::string_view text);

}  // namespace opdk
