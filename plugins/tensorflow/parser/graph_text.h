// TensorFlow's messages in text form.
#pragma once

#include <google/protobuf/message.h>

#include <string>

#include "opdk/status.h"

namespace opdk::tensorflow_plugin {

// Reads a message in text form. `what`: its name in errors, "TensorFlow graph". Skips fields that TensorFlow has and
// nothing here reads. E2001, with line and column: the text has another form, or a field that TensorFlow doesn't have.
Status ParseText(const std::string& text, const char* what, google::protobuf::Message& message);

}  // namespace opdk::tensorflow_plugin
