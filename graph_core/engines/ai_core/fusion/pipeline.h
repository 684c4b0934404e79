// The fusion stage: operators of an AI Core subgraph become FusedOp nodes, each one kernel or a few.
#pragma once

#include <span>

#include "graph_core/ir/pass.h"

namespace opdk {

// Returns the passes, in order: "fuse_cube_epilogue", "fuse_vector", "propagate_layout", "allow_winograd".
std::span<const Pass> FusionPasses();

}  // namespace opdk
