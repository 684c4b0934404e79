#include "graph_core/partition/pipeline.h"

#include "graph_core/ir/graph_dumps.h"
#include "graph_core/partition/passes.h"

namespace opdk {

namespace {

constexpr Pass kPartition[] = {
    {"place_nodes", PlaceNodes, true},
    // Behind placement, which tells which nodes can fail.
    {"hoist_invariants", HoistInvariants, false, true},
};

}  // namespace

std::span<const Pass> PartitionPasses() { return kPartition; }

Status PlaceGraph(Graph& graph, const PassContext& context, const GraphDumps* dumps) {
  OPDK_CHECK(context.packages != nullptr, "placement needs the packages");
  return RunPassesAndDump("partition", kPartition, graph, context, dumps);
}

}  // namespace opdk
