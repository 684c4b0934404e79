// Calls a package's mapping callback.
#pragma once

#include <cstdint>
#include <functional>

#include "graph/operator.h"
#include "opdk/status.h"
#include "plugins/onnx/parser/expander.h"

namespace opdk::onnx_plugin {

// Fills `op` from `source` with the mapping's callback. E2001 when it refuses (with the reason it reports through
// opdk::ReportInferError) or has no callback; E6002 when it throws.
Status CallMapping(const MappedNode& node, const ge::Operator& source, ge::Operator& op);

// Runs a callback that gives domi's SUCCESS or an error.
Status FenceCallback(const MappedNode& node, const char* what, const std::function<uint32_t()>& call);

}  // namespace opdk::onnx_plugin
