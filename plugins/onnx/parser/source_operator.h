// A node as mapping callbacks see it.
#pragma once

#include <onnx/onnx_pb.h>

#include <string>

#include "graph/operator.h"
#include "opdk/status.h"
#include "plugins/onnx/parser/value_types.h"

namespace opdk::onnx_plugin {

// Appends entries to a dynamic port of an operator made from a prototype.
void GrowDynamicInput(ge::Operator& op, const std::string& port, int count);
void GrowDynamicOutput(ge::Operator& op, const std::string& port, int count);

// The operator `node_name` of the node's ONNX type: inputs x0, x1 … and outputs y0, y1 … (absent optional inputs
// included) with the types that are known, and every attribute typed. `json` also sets CANN's text attribute
// "attribute". E2001: an attribute without a type or of one that isn't supported.
Result<ge::Operator> MakeSourceOperator(const onnx::NodeProto& node, const std::string& node_name,
                                        const ValueTypes& types, const std::string& model_directory, bool json);

// The desc of a value's type; unknown dimensions are -1, an unknown rank is {-2}.
ge::TensorDesc DescOfType(const onnx::TypeProto& type);

}  // namespace opdk::onnx_plugin
