// Capabilities of the cube unit: planning and fusion ask these functions, and the steps take what they promise.
#pragma once

#include "graph_core/engines/ai_core/steps/step_plan.h"
#include "tbe/expr.h"

namespace opdk {

// Returns whether oneDNN has an exact implementation of this kMatmul or kConv of 8-bit operands. oneDNN takes only an
// int8 right operand and rows on the left. Some implementations saturate pairs of products, others round sums beyond
// 2^24.
bool MultipliesBytesExactly(const tbe::TensorNode& cube);
// Returns whether a hand-written kernel takes this kMatmul or kConv of 8-bit operands with a Requantization. A kMatmul
// needs rows on the left and a single matrix on the right. A kConv with groups needs several filters per group, and
// whole groups of terms.
bool QuantizesSums(const tbe::TensorNode& cube);
// Returns whether bias and epilogues are computed together with the cube node. oneDNN does that for products and
// convolutions. After a transposed convolution oneDNN applies them element by element, which takes several times as
// long as the convolution itself.
bool TakesEpilogues(const tbe::TensorNode& cube);
// Returns whether oneDNN takes this kConvTranspose of float.
bool TakesConvTranspose(const tbe::TensorNode& cube);
// Returns whether oneDNN takes this kConvBackpropFilter of float.
bool TakesConvBackpropFilter(const tbe::TensorNode& cube);

// Returns whether oneDNN has a fast primitive for the step with the channel blocks of `spec`.
bool ConvRunsOnBlocks(const StepSpec& spec);
bool PoolRunsOnBlocks(const StepSpec& spec);

// Returns whether a hand-written kernel takes this kConv; oneDNN would convert the data to channel blocks and back. The
// convolution must be of float, with one or more filters of 3 x 3 or 5 x 5 per channel. The stride is 1 or 2, equal
// along both axes, and there is no dilation. A bias is allowed; the only epilogue may be relu or clip. Neither side has
// channel blocks.
bool IsPlainDepthwise(const StepSpec& spec);

// Returns whether a hand-written kernel takes this kPool: maxima of images in channel blocks of whole registers.
bool IsBlockMaxPool(const StepSpec& spec);

}  // namespace opdk
