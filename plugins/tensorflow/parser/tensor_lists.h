// TensorFlow 2's lists of tensors as tensor arrays, which the graph core runs.
#pragma once

#include <string>
#include <vector>

#include "opdk/status.h"
#include "plugins/tensorflow/parser/node.h"

namespace opdk::tensorflow_plugin {

// Turns TensorList… nodes into TensorArray…V3 nodes, also in the graphs that nodes run. A list becomes an array and the
// flow, which tells what was written. A list is taken to be unused after it was written, as in loops. E2001: a list is
// the input of a node that takes no list.
Status MakeTensorArrays(std::vector<Node>& nodes);

}  // namespace opdk::tensorflow_plugin
