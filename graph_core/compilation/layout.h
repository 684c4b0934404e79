// Which tensors and steps a graph has, and which tensors share memory.
#pragma once

#include "graph_core/compilation/compiled_model.h"
#include "graph_core/package/package_registry.h"
#include "opdk/status.h"

namespace opdk {

// Fills tensors, blocks (kind and lifetime, no offset yet), constants, steps, inputs and outputs from model.graph.
Status LayOut(CompiledModel& model, const PackageRegistry& packages);

// Inputs of a node whose values its kernel is built from, by the placed engine's operator information (value_depend);
// of a FusedOp: those that reach such an input of an operator in its body.
std::vector<int> ValueDependInputs(const Node& node, const PackageRegistry& packages);

// Whether the node runs no kernel: each output that is used is a view of an input.
bool IsPureView(const Node& node, const PackageRegistry& packages);

}  // namespace opdk
