#include "graph_core/engines/ai_core/fusion/pipeline.h"

#include "graph_core/engines/ai_core/fusion/passes.h"

namespace opdk {
namespace {

constexpr Pass kFusion[] = {
    // First: what lies between two products is neither one's epilogue nor a vector kernel.
    {"fuse_attention", FuseAttention},
    // Before vector kernels, so that what a primitive can apply itself isn't taken by a vector kernel.
    {"fuse_cube_epilogue", FuseCubeEpilogue},
    {"fuse_vector", FuseVector},
    // Last: what is one kernel has one say about its tensors' format.
    {"propagate_layout", PropagateLayout},
    {"allow_winograd", AllowWinograd},
};

}  // namespace

std::span<const Pass> FusionPasses() { return kFusion; }

}  // namespace opdk
