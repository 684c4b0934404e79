// Functions that take a variable's handle only to read it: calls that TensorFlow keeps as calls, for XLA say.
#pragma once

#include "plugins/tensorflow/parser/tensorflow.pb.h"

namespace opdk::tensorflow_adapter {

// Moves reads of variables out of called functions. If a function only reads a handle, the variable is read before the
// call, and a new function takes the value. `graph`: annotated.
void ReadBeforeCalls(tensorflow::GraphDef& graph);

}  // namespace opdk::tensorflow_adapter
