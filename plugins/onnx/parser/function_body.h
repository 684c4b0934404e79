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

// The body that ONNX itself gives for a standard operator (for this node's inputs and attributes, where the body
// depends on them); nothing for a primitive one.
std::optional<onnx::FunctionProto> SchemaFunction(const onnx::NodeProto& node, const onnx::OpSchema& schema,
                                                  importer::Values& values);

// `node` with the attributes its schema gives a default and it does not set.
onnx::NodeProto WithDefaults(const onnx::NodeProto& node, const onnx::OpSchema& schema);

// The function's nodes with the caller's values and attributes in place of the formal ones; values inside of the
// function get new names. E2001: more inputs or outputs than the function has.
Result<google::protobuf::RepeatedPtrField<onnx::NodeProto>> InstantiateBody(const onnx::NodeProto& call,
                                                                            const onnx::FunctionProto& function,
                                                                            importer::Values& values);

// Returns the call with the values that the model's function gives to attributes which the call doesn't set. E2009: an
// attribute that the function neither declares nor uses. E2001: the function's values can't be read.
Result<onnx::NodeProto> CompleteCall(const onnx::NodeProto& call, const onnx::FunctionProto& function);

}  // namespace opdk::onnx_plugin
