// The layout of a node's inputs and outputs on its operator's ports.
#pragma once

#include "graph/operator.h"
#include "opdk/status.h"
#include "plugins/importer/source_node.h"

namespace opdk::importer {

// Gives each dynamic port without entries as many entries as the node needs. Afterwards node input i is operator input
// i, and node output i is operator output i. E2001: the node has more inputs or outputs than the operator, or lacks a
// required input.
Status LayOutPorts(const SourceNode& node, ge::Operator& op);

}  // namespace opdk::importer
