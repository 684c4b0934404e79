// A cluster as a graph of its own.
#pragma once

#include <string>
#include <vector>

#include "graph_core/mixed/mixed_compute.h"
#include "opdk/mixed_compute.h"
#include "plugins/tensorflow/parser/tensorflow.pb.h"

namespace opdk::tensorflow_adapter {

struct ClusterGraphDef {
  tensorflow::GraphDef graph;        // its inputs are Placeholders, in the order of MixedCluster::inputs
  std::vector<std::string> outputs;  // values, in the order of MixedCluster::outputs
};

// Returns the name of the Placeholder of input `index`.
std::string InputName(size_t index);

// Makes the graph of a cluster, without annotations. `whole`: the annotated graph from which `graph` was read.
ClusterGraphDef MakeClusterGraph(const tensorflow::GraphDef& whole, const MixedGraph& graph,
                                 const MixedCluster& cluster);

// Returns the inferred shape of a node's output, as far as it is known.
tensorflow::TensorShapeProto ShapeOf(const tensorflow::NodeDef& node, int output);
void RemoveAnnotations(tensorflow::NodeDef& node);

}  // namespace opdk::tensorflow_adapter
