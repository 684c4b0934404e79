// Variables that are read inside of loops and conditionals, which can't go down as long as a handle goes through them.
#pragma once

#include "plugins/tensorflow/parser/tensorflow.pb.h"

namespace opdk::tensorflow_adapter {

// Moves reads of variables in front of loops and conditionals. If a loop or conditional only reads a variable's handle,
// the variable is read before, and its value enters. `graph`: annotated.
void HoistReads(tensorflow::GraphDef& graph);

}  // namespace opdk::tensorflow_adapter
