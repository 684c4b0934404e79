// The frameworks whose models plugins read (domi::FrameworkType), as text.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "register/register.h"

namespace opdk {

// "ONNX", "TensorFlow": in sentences. "framework 7" for a number without a name.
std::string FrameworkTitle(domi::FrameworkType framework);
// "onnx", "tensorflow": in manifests. "framework7".
std::string FrameworkKey(domi::FrameworkType framework);
// The inverse; nothing for another text.
std::optional<domi::FrameworkType> FrameworkOfKey(std::string_view key);
// Those that have a name, in the order of their keys' table.
std::vector<domi::FrameworkType> NamedFrameworks();

}  // namespace opdk
