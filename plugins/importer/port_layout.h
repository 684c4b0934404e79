// How a node's inputs and outputs lie on its operator's ports.
#pragma once

#include "graph/operator.h"
#include "opdk/status.h"
#include "plugins/importer/source_node.h"

namespace opdk::importer {

// Gives dynamic ports that have no entries yet as many as the node needs; afterwards node input i is operator input i,
// and likewise for outputs. E2001: the node has more inputs or outputs than the operator, or lacks a required input.
Status LayOutPorts(const SourceNode& node, ge::Operator& op);

}  // namespace opdk::importer
