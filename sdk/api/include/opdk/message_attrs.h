// Reads a framework's protobuf message as an operator's name and attributes. It goes by the descriptor, so the message
// may be of any package.
#pragma once

#include <google/protobuf/message.h>

#include <string>

#include "opdk/op_desc.h"
#include "opdk/status.h"

namespace opdk {

// Sets the name (if the message has one) and the attributes of `op`. register/register.h says at AutoMappingFn how a
// message of each form is read. E2001: a field that can't be an attribute, or messages nested too deep.
Status ReadMessage(const google::protobuf::Message& message, OpDesc& op);

// Returns the dtype with TensorFlow's name ("DT_HALF"); DT_UNDEFINED for a name without a dtype of ours.
ge::DataType TensorFlowDtype(const std::string& name);

// Reads a TensorProto of TensorFlow. E2001: an unknown dimension, a type that isn't supported, values that don't fit
// the shape, above 256 MiB of repeated values.
Result<ge::Tensor> ReadTensorMessage(const google::protobuf::Message& tensor);

}  // namespace opdk
