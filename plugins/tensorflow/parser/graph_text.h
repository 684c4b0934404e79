// TensorFlow's messages in text form.
#pragma once

#include <google/protobuf/message.h>

#include <string>

#include "opdk/status.h"

namespace opdk::tensorflow_plugin {

// Reads a message in text form. `what`: what errors call it, "TensorFlow graph". E2001 with line and column: the text
// is none, or has a field that TensorFlow doesn't have. Fields that TensorFlow has and nothing here reads are passed
// over.
Status ParseText(const std::string& text, const char* what, google::protobuf::Message& message);

}  // namespace opdk::tensorflow_plugin
