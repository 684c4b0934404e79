// A node's attributes in the form that CANN's ONNX plugins read.
#pragma once

#include <onnx/onnx_pb.h>

#include <string>

namespace opdk::onnx_plugin {

// Returns the node's attributes as JSON:
// {"attribute":[{"name":"alpha","type":1,"f":"0.01"}, …]}
// f is text (%g). s is C-escaped. i and the lists are numbers. type is the number of
// onnx::AttributeProto::AttributeType. t is {"dims","data_type","name", data fields}.
std::string AttributeJson(const onnx::NodeProto& node);

}  // namespace opdk::onnx_plugin
