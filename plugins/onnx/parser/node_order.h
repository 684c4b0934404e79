// Producers before consumers.
#pragma once

#include <onnx/onnx_pb.h>

#include <string>
#include <vector>

#include "opdk/status.h"

namespace opdk::onnx_plugin {

// "node 'conv1' (Conv)"; a node without a name is called after its first output.
std::string NodeTitle(const onnx::NodeProto& node);

// The nodes in an order in which every value is produced before it is used; the file's order where it is one already.
// E2001 when two nodes produce one value; E2004 with the nodes of a cycle.
Result<std::vector<const onnx::NodeProto*>> SortNodes(const google::protobuf::RepeatedPtrField<onnx::NodeProto>& nodes);

}  // namespace opdk::onnx_plugin
