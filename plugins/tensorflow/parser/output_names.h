// The outputs of TensorFlow's operators that have several: a function's body calls them by name.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "plugins/tensorflow/parser/tensorflow.pb.h"

namespace opdk::tensorflow_plugin {

// Returns the number of a node's outputs by its attributes or its type. Returns 1 for a type that isn't known to have
// more.
size_t OutputCount(const tensorflow::NodeDef& node);

// Returns the number of entry `entry` of the output called `name`. Empty: the operator is known and has no such output.
std::optional<size_t> OutputNumber(const tensorflow::NodeDef& node, const std::string& name, size_t entry);

}  // namespace opdk::tensorflow_plugin
