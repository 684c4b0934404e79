// The passes of fusion, one per file of the same name.
#pragma once

#include "graph_core/ir/pass.h"

namespace opdk {

// A product of matrices, a softmax over its rows and a product with the result, with what lies between, become one
// kernel that never holds all rows.
Result<Changed> FuseAttention(Graph& graph, const PassContext& context);

// matmul and conv take the elementwise operators that follow and that their oneDNN primitive can apply itself: bias,
// relu, clip, sigmoid, tanh, one residual. There, relu and clip turn a NaN into their lower bound; as operators they
// keep it.
Result<Changed> FuseCubeEpilogue(Graph& graph, const PassContext& context);

// Elementwise, broadcast and reduce operators become one kernel with their only consumers, where that kernel needs no
// more passes over memory and computes nothing expensive twice.
Result<Changed> FuseVector(Graph& graph, const PassContext& context);

// Chooses channel blocks (NC1HWC0) for the tensors between convolutions and puts TransData where formats meet. Static
// shapes only: the rest stays row-major.
Result<Changed> PropagateLayout(Graph& graph, const PassContext& context);

// Marks the nodes whose convolutions may be computed by Winograd's algorithm (3x3, stride 1): when the model is loaded
// it is measured against the direct one. Its errors are larger, about 1e-6 relative, and a NaN or an infinity in the
// data spreads to the results of the same tile, up to 4x4 of them.
Result<Changed> AllowWinograd(Graph& graph, const PassContext& context);

}  // namespace opdk
