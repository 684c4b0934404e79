// A framework's message as an operator's name and attributes.
#pragma once

#include <google/protobuf/message.h>

#include "opdk/op_desc.h"
#include "opdk/status.h"

namespace opdk {

// Sets the name (where the message has one) and the attributes of `op`; register/register.h at AutoMappingFn says how a
// message of each form is read. E2001: a field that can't be an attribute, or messages nested too deep.
Status ReadMessage(const google::protobuf::Message& message, OpDesc& op);

}  // namespace opdk
