#include "graph_core/engines/ai_core/fusion/pipeline.h"

#include "graph_core/engines/ai_core/fusion/passes.h"

namespace opdk {
namespace {

constexpr Pass kFusion[] = {
    // First, because the operators between two products are neither product's epilogue nor a vector kernel.
    {"fuse_attention", FuseAttention},
    // Before vector kernels, so that no vector kernel takes an operator that a primitive can apply itself.
    {.name = "fuse_cube_epilogue", .run = FuseCubeEpilogue, .group = PassGroup::kKernelFusion},
    {.name = "fuse_vector", .run = FuseVector, .group = PassGroup::kKernelFusion},
    // Last, because a fused node chooses one layout for all its tensors.
    {"propagate_layout", PropagateLayout},
    {"allow_winograd", AllowWinograd},
};

}  // namespace

std::span<const Pass> FusionPasses() { return kFusion; }

}  // namespace opdk
