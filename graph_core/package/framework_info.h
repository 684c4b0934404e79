// Names and checkers of the frameworks whose models plugins read (domi::FrameworkType).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "register/register.h"

namespace opdk {

// Returns the framework's name in sentences: "ONNX", "TensorFlow". A number without a name gives "framework 7".
std::string FrameworkTitle(domi::FrameworkType framework);
// Returns the framework's name in manifests: "onnx", "tensorflow". A number without a name gives "framework7".
std::string FrameworkKey(domi::FrameworkType framework);
// Returns the next step where a model breaks the framework's rules: to ask the framework itself. "": there is no way.
std::string HowToCheckModel(domi::FrameworkType framework);
// Returns the framework for which FrameworkKey gives `key`. nullopt: none.
std::optional<domi::FrameworkType> FrameworkOfKey(std::string_view key);
// Returns the frameworks that have a name, in the order of the table of keys.
std::vector<domi::FrameworkType> NamedFrameworks();

}  // namespace opdk
