// Variables that are read inside of loops and conditionals, which can't go down as long as a handle goes through them.
#pragma once

#include "plugins/tensorflow/parser/tensorflow.pb.h"

namespace opdk::tensorflow_adapter {

// Where a variable's handle enters a loop or a conditional that does nothing with it but read, it is read before, and
// its value enters. `graph`: annotated.
void HoistReads(tensorflow::GraphDef& graph);

}  // namespace opdk::tensorflow_adapter
