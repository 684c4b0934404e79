// Functions that take a variable's handle only to read it: calls that TensorFlow keeps as calls, for XLA say.
#pragma once

#include "plugins/tensorflow/parser/tensorflow.pb.h"

namespace opdk::tensorflow_adapter {

// Where a call's function does nothing with a handle but read, the variable is read before, and a function of its own
// takes the value. `graph`: annotated.
void ReadBeforeCalls(tensorflow::GraphDef& graph);

}  // namespace opdk::tensorflow_adapter
