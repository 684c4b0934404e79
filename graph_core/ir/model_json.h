// GE's ModelDef as JSON, as `atc --mode=1` and `--mode=5` give it: names of fields as in the messages, enumerators by
// name.
#pragma once

#include <string>
#include <string_view>

#include "graph_core/ir/graph.h"
#include "opdk/status.h"

namespace opdk {

// Without the bytes of constants. E2007: as Serialize.
Result<std::string> ModelJson(const Graph& graph);

// Of a ge_proto_*.txt dump. E2001 naming the line and column where it is none.
Result<std::string> ProtoTextAsJson(std::string_view text);

}  // namespace opdk
