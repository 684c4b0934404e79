// The frameworks whose models plugins read (domi::FrameworkType), as text.
#pragma once

#include <string>

#include "register/register.h"

namespace opdk {

// "ONNX", "TensorFlow": in sentences. "framework 7" for a number without a name.
std::string FrameworkTitle(domi::FrameworkType framework);
// "onnx", "tensorflow": in manifests. "framework7".
std::string FrameworkKey(domi::FrameworkType framework);

}  // namespace opdk
