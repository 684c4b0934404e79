// The outputs of TensorFlow's operators that have several: a function's body calls them by name. The attributes that
// count the entries of lists of inputs and outputs.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "plugins/tensorflow/parser/tensorflow.pb.h"

namespace opdk::tensorflow_plugin {

// Returns why an attribute doesn't count a node's inputs or outputs: it is missing, is no number, or doesn't fit the
// number of inputs. "": all count, or the type isn't known to have lists.
std::string CountFault(const tensorflow::NodeDef& node, size_t inputs);
// Returns whether an attribute counts outputs of the node.
bool CountsOutputs(const tensorflow::NodeDef& node);

// Returns the number of a node's outputs by its attributes or its type. Returns 1 for a type that isn't known to have
// more.
size_t OutputCount(const tensorflow::NodeDef& node);

// Returns the number of entry `entry` of the output called `name`. Empty: the operator is known and has no such output.
std::optional<size_t> OutputNumber(const tensorflow::NodeDef& node, const std::string& name, size_t entry);

}  // namespace opdk::tensorflow_plugin
