// How a node's inputs and outputs lie on its operator's ports.
#pragma once

#include "graph/operator.h"
#include "opdk/status.h"
#include "plugins/onnx/parser/expander.h"

namespace opdk::onnx_plugin {

// Gives dynamic ports that have no entries yet as many as the node needs; afterwards node input i is operator input i,
// and likewise for outputs. E2001: the node has more inputs or outputs than the operator, or lacks a required input.
Status LayOutPorts(const MappedNode& node, ge::Operator& op);

}  // namespace opdk::onnx_plugin
