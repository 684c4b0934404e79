// Which nodes of a graph belong to one loop or to one conditional, so that they aren't parted.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "opdk/mixed_compute.h"
#include "plugins/tensorflow/parser/tensorflow.pb.h"

namespace opdk::tensorflow_adapter {

// Sets MixedNode::frame of the nodes, whose types and inputs must be set.
void FindFrames(const tensorflow::GraphDef& message, MixedGraph& graph);

}  // namespace opdk::tensorflow_adapter
