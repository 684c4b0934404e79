// Types of ONNX's values and the SDK's.
#pragma once

#include <onnx/onnx_pb.h>

#include <string>
#include <vector>

#include "graph/tensor.h"
#include "opdk/status.h"

namespace opdk::onnx_plugin {

// The desc of a value's type; unknown dimensions are -1, an unknown rank is {-2}.
ge::TensorDesc DescOfType(const onnx::TypeProto& type);
// The inverse, for ONNX's own functions that ask for types; nullptr: a type of which nothing is known.
onnx::TypeProto TypeOfDesc(const ge::TensorDesc* desc);
// The desc of a tensor, without a look at its data.
ge::TensorDesc DescOfTensor(const onnx::TensorProto& tensor);
// Names of the dimensions that have one, "" for the others.
std::vector<std::string> DimNames(const onnx::TypeProto& type);

// E2001 when a graph's input or output (`role`) is no tensor.
Status RequireTensor(const onnx::ValueInfoProto& value, const char* role);

}  // namespace opdk::onnx_plugin
