// A framework's message as an operator's name and attributes, by its descriptor: of whatever package the message is.
#pragma once

#include <google/protobuf/message.h>

#include <string>

#include "opdk/op_desc.h"
#include "opdk/status.h"

namespace opdk {

// Sets the name (where the message has one) and the attributes of `op`; register/register.h at AutoMappingFn says how a
// message of each form is read. E2001: a field that can't be an attribute, or messages nested too deep.
Status ReadMessage(const google::protobuf::Message& message, OpDesc& op);

// By the name that TensorFlow gives a data type ("DT_HALF"); DT_UNDEFINED: it is none of ours.
ge::DataType TensorFlowDtype(const std::string& name);

// A TensorProto of TensorFlow. E2001: an unknown dimension, a type that isn't supported, values that don't fit the
// shape, above 256 MiB of repeated values.
Result<ge::Tensor> ReadTensorMessage(const google::protobuf::Message& tensor);

}  // namespace opdk
