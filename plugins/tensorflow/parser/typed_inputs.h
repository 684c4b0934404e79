// The attributes that name the types of the inputs of TensorFlow's operators.
#pragma once

#include <vector>

#include "opdk/status.h"
#include "plugins/tensorflow/parser/node.h"

namespace opdk::tensorflow_plugin {

// Checks the attributes of nodes, as the model has them, against the types of the placeholders and constants that are
// their inputs. E2001: an attribute names another type.
Status CheckTypes(const std::vector<Node>& nodes);

}  // namespace opdk::tensorflow_plugin
