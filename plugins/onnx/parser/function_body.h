// Nodes that stand for several others: functions of the model, and standard operators that ONNX defines by others.
#pragma once

#include <onnx/onnx_pb.h>

#include <optional>
#include <string>

#include "opdk/status.h"
#include "plugins/importer/values.h"

namespace onnx {
class OpSchema;
}  // namespace onnx

namespace opdk::onnx_plugin {

// Returns the body that ONNX itself gives for a standard operator. Where the body depends on the node's inputs and
// attributes, it is the body for this node. Empty for a primitive operator.
std::optional<onnx::FunctionProto> SchemaFunction(const onnx::NodeProto& node, const onnx::OpSchema& schema,
                                                  importer::Values& values);

// Returns `node` with the schema's defaults for all attributes that it doesn't set.
onnx::NodeProto WithDefaults(const onnx::NodeProto& node, const onnx::OpSchema& schema);

// Returns the function's nodes with the caller's values and attributes in place of the formal parameters. Values inside
// of the function get new names. E2001: the call has more inputs or outputs than the function.
Result<google::protobuf::RepeatedPtrField<onnx::NodeProto>> InstantiateBody(const onnx::NodeProto& call,
                                                                            const onnx::FunctionProto& function,
                                                                            importer::Values& values);

// Returns the call with the values that the model's function gives to attributes which the call doesn't set. E2009: an
// attribute that the function neither declares nor uses. E2001: the function's values can't be read.
Result<onnx::NodeProto> CompleteCall(const onnx::NodeProto& call, const onnx::FunctionProto& function);

}  // namespace opdk::onnx_plugin
