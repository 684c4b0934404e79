// A partition whose clusters opdk has read, inferred and placed. Nodes that opdk refuses then stay in the framework.
#pragma once

#include <vector>

#include "graph_core/mixed/mixed_compute.h"
#include "opdk/packages.h"
#include "opdk/status.h"
#include "plugins/tensorflow/parser/tensorflow.pb.h"
#include "sdk/adapters/tensorflow/engine/adapter_options.h"
#include "sdk/adapters/tensorflow/engine/cluster_graph_def.h"

namespace opdk::tensorflow_adapter {

struct CheckedPartition {
  MixedPartition partition;
  std::vector<ClusterGraphDef> graphs;  // by cluster
};

// Partitions `graph`, which was read from `whole`, until opdk accepts every cluster. Refused nodes get the reason.
// `resolved`: PartitionMixed's argument. Errors of PartitionMixed.
Result<CheckedPartition> PartitionChecked(const Packages& packages, const tensorflow::GraphDef& whole,
                                          MixedGraph& graph, const ResolvedPairs& resolved,
                                          const AdapterOptions& options);

}  // namespace opdk::tensorflow_adapter
