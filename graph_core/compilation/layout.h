// Which tensors and steps a graph has, and which tensors share memory.
#pragma once

#include <vector>

#include "graph_core/compilation/compiled_model.h"
#include "graph_core/package/package_registry.h"
#include "opdk/status.h"

namespace opdk {

// Fills everything of the model but the arena offsets and the report's byte counts from model.graph.
Status LayOut(CompiledModel& model, const PackageRegistry& packages);

}  // namespace opdk
