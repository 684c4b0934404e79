// ONNX's nodes that hold graphs: If, Loop and Scan become the graph core's If and Loop.
#pragma once

#include <onnx/onnx_pb.h>

#include <functional>

#include "opdk/status.h"
#include "plugins/importer/importer.h"
#include "plugins/onnx/parser/sequences.h"

namespace opdk::onnx_plugin {

// Returns whether a node of ONNX's own domain is an If, Loop or Scan.
bool HoldsGraphs(const onnx::NodeProto& node);

// Fills `inside`, the importer of a graph inside of a model, from `graph`: constants, then nodes. `sequences`: the
// sequences of the graph inside.
using ReadNodesFn =
    std::function<Status(const onnx::GraphProto& graph, importer::Importer& inside, Sequences& sequences)>;

// Adds the node to `outside`, whose sequences are `sequences`. `opset`: the version of the standard domain. E2001: the
// node's graphs don't fit it. Also the errors of `read_nodes`.
Status AddControlFlow(const onnx::NodeProto& node, int64_t opset, importer::Importer& outside, Sequences& sequences,
                      const ReadNodesFn& read_nodes);

}  // namespace opdk::onnx_plugin
