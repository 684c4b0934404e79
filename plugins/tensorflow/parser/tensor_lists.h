// TensorFlow 2's lists of tensors as tensor arrays, which the graph core runs.
#pragma once

#include <string>
#include <vector>

#include "opdk/status.h"
#include "plugins/tensorflow/parser/node.h"

namespace opdk::tensorflow_plugin {

// TensorList… nodes become TensorArray…V3 ones, also in the graphs that nodes run: a list is an array and the flow that
// says what was written. A list that is written is taken to have been given up, as loops do it. E2001: a list goes
// where none can.
Status MakeTensorArrays(std::vector<Node>& nodes);

}  // namespace opdk::tensorflow_plugin
