// The stages at which packages' graph passes run, as passes of the pipelines' tables.
#pragma once

#include "graph_core/ir/pass.h"

namespace opdk {

// Runs packages' passes before shapes are inferred. New nodes are completed from the prototypes.
Result<Changed> PackagePassesBeforeInference(Graph& graph, const PassContext& context);
// Runs packages' passes behind inference. Changes are completed, inferred and folded again, because a replacement may
// leave shapes open and compute weights.
Result<Changed> PackagePassesAfterInference(Graph& graph, const PassContext& context);
Result<Changed> PackagePassesAfterBuiltinFusion(Graph& graph, const PassContext& context);
Result<Changed> PackagePassesAfterOptimization(Graph& graph, const PassContext& context);

}  // namespace opdk
