// The passes of fusion, one per file of the same name.
#pragma once

#include "graph_core/pass.h"

namespace opdk {

// matmul and conv take the elementwise operators that follow and that their oneDNN primitive can apply itself: bias,
// relu, clip, sigmoid, tanh, one residual.
Result<Changed> FuseCubeEpilogue(Graph& graph, const PassContext& context);

// Elementwise, broadcast and reduce operators become one kernel with their only consumers, where that kernel needs no
// more passes over memory and computes nothing expensive twice.
Result<Changed> FuseVector(Graph& graph, const PassContext& context);

// Chooses channel blocks (NC1HWC0) for the tensors between convolutions and puts TransData where formats meet. Static
// shapes only: the rest stays row-major.
Result<Changed> PropagateLayout(Graph& graph, const PassContext& context);

}  // namespace opdk
