// Types of ONNX's values and the SDK's.
#pragma once

#include <onnx/onnx_pb.h>

#include <string>
#include <vector>

#include "graph/tensor.h"
#include "opdk/status.h"

namespace opdk::onnx_plugin {

// Returns the desc of a value's type. Unknown dimensions are -1; an unknown rank is {-2}.
ge::TensorDesc DescOfType(const onnx::TypeProto& type);
// Returns the type of a desc, for ONNX's own functions that ask for types. nullptr gives a type of which nothing is
// known.
onnx::TypeProto TypeOfDesc(const ge::TensorDesc* desc);
// Returns the desc of a tensor, without a look at its data.
ge::TensorDesc DescOfTensor(const onnx::TensorProto& tensor);
// Returns the names of the dimensions, "" for a dimension without a name.
std::vector<std::string> DimNames(const onnx::TypeProto& type);

// Refuses an input or output of a graph that is no tensor (E2001). `role`: its name in messages, "graph input".
Status RequireTensor(const onnx::ValueInfoProto& value, const std::string& role);
// Refuses an input that is no tensor, or whose elements have a type that isn't supported (E2001).
Status RequireInput(const onnx::ValueInfoProto& value, const std::string& role);

}  // namespace opdk::onnx_plugin
