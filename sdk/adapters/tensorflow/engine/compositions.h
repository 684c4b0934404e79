// Operators that grappler's own optimizers have joined for TensorFlow's kernels, split into the original operators.
#pragma once

#include "plugins/tensorflow/parser/tensorflow.pb.h"

namespace opdk::tensorflow_adapter {

// Replaces each _UnaryOpsComposition of an annotated graph by a chain of operators, the last of which has its name.
void WriteOutCompositions(tensorflow::GraphDef& graph);

}  // namespace opdk::tensorflow_adapter
