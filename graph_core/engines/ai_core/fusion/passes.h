// The passes of fusion, one per file of the same name.
#pragma once

#include "graph_core/ir/pass.h"

namespace opdk {

// Fuses a matrix product, a softmax over its rows and a product with the softmax into one kernel. Operators between
// them are part of it. The kernel never holds all rows.
Result<Changed> FuseAttention(Graph& graph, const PassContext& context);

// Fuses matmul and conv with the elementwise operators behind them that their oneDNN primitive can apply: bias, relu,
// clip, sigmoid, tanh, one residual. In a primitive, relu and clip turn a NaN into their lower bound; as operators they
// keep it.
Result<Changed> FuseCubeEpilogue(Graph& graph, const PassContext& context);

// Fuses elementwise, broadcast and reduce operators with their only consumers. The fused kernel must need no more
// passes over memory and compute nothing expensive twice.
Result<Changed> FuseVector(Graph& graph, const PassContext& context);

// Chooses channel blocks (NC1HWC0) for the tensors between convolutions and puts TransData where formats meet. Static
// shapes only: the rest stays row-major.
Result<Changed> PropagateLayout(Graph& graph, const PassContext& context);

// Marks the nodes whose convolutions may be computed by Winograd's algorithm (3x3, stride 1): when the model is loaded
// it is measured against the direct one. Its errors are larger, about 1e-6 relative, and a NaN or an infinity in the
// data spreads to the results of the same tile, up to 4x4 of them.
Result<Changed> AllowWinograd(Graph& graph, const PassContext& context);

}  // namespace opdk
