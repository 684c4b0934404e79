// What grappler's own optimizers have joined for TensorFlow's kernels, as the operators that it was.
#pragma once

#include "plugins/tensorflow/parser/tensorflow.pb.h"

namespace opdk::tensorflow_adapter {

// Each _UnaryOpsComposition of an annotated graph becomes a chain of operators, the last of which has its name.
void WriteOutCompositions(tensorflow::GraphDef& graph);

}  // namespace opdk::tensorflow_adapter
