// Calls a package's mapping callback.
#pragma once

#include <cstdint>
#include <functional>

#include "graph/operator.h"
#include "opdk/status.h"
#include "plugins/importer/mapping_table.h"
#include "plugins/importer/source_node.h"

namespace opdk::importer {

// Fills `op` from `source` with the mapping's callback. E2001 when it refuses (with the reason it reports through
// opdk::ReportInferError) or has no callback that this node can be given to; E6002 when it throws.
Status CallMapping(const SourceNode& node, const Mapping& mapping, const ge::Operator& source, ge::Operator& op);

// Runs a callback that gives domi's SUCCESS or an error.
Status FenceCallback(const SourceNode& node, const Mapping& mapping, const char* what,
                     const std::function<uint32_t()>& call);

}  // namespace opdk::importer
