// Pairs of in_out_pair. Their names are resolved before TensorFlow's optimizers change the graph: a mark on each node
// says which pairs the node is in.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "graph_core/mixed/in_out_pairs.h"
#include "opdk/mixed_compute.h"
#include "opdk/status.h"
#include "plugins/tensorflow/parser/tensorflow.pb.h"

namespace opdk::tensorflow_adapter {

// Returns the marks of each node (OPDK_TF_PAIRS); no element: the graph has the names of no pair. The name of one of
// `calls` stands for the nodes as which TensorFlow has written it out, too ("loop" for "loop/body/…"). E1001:
// in_out_pair can't be read; E2001: an input that no node gives.
Result<std::vector<std::vector<int64_t>>> MarkPairs(const tensorflow::GraphDef& graph,
                                                    const std::set<std::string>& calls, const MixedOptions& options);

// Returns the nodes of the marked pairs that still exist. A node without a mark was made by an optimizer, perhaps from
// a pair's nodes. If a pair's nodes are to stay, an unmarked node stays if it touches one of them, or touches another
// unmarked node that stays. If none of them exists any more, all unmarked nodes stay. `graph` was read from `whole`.
// E1001: in_out_pair can't be read.
Result<ResolvedPairs> ReadPairs(const tensorflow::GraphDef& whole, const MixedGraph& graph,
                                const MixedOptions& options);

}  // namespace opdk::tensorflow_adapter
