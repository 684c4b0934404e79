// What the cube unit takes: planning and fusion ask, the steps answer.
#pragma once

#include "graph_core/engines/ai_core/steps/step_plan.h"
#include "tbe/expr.h"

namespace opdk {

// Whether oneDNN has an implementation of this kMatmul or kConv of 8-bit operands whose sums are exact: it takes an
// int8 right operand and rows on the left only; some implementations saturate pairs of products, others round sums
// beyond 2^24.
bool MultipliesBytesExactly(const tbe::TensorNode& cube);
// Whether a kernel by hand takes this kMatmul or kConv of 8-bit operands with a Requantization: rows on the left of one
// matrix, groups of some filters and of whole groups of terms.
bool QuantizesSums(const tbe::TensorNode& cube);
// Whether a bias and what follows are computed along with it: oneDNN does so for products and convolutions; after a
// transposed convolution it takes element by element, which takes several times as long as the convolution itself.
bool TakesEpilogues(const tbe::TensorNode& cube);
// Whether oneDNN takes this kConvTranspose of float.
bool TakesConvTranspose(const tbe::TensorNode& cube);
// Whether oneDNN takes this kConvBackpropFilter of float.
bool TakesConvBackpropFilter(const tbe::TensorNode& cube);

// Whether oneDNN has a fast primitive for it with the channel blocks that `spec` says.
bool ConvRunsOnBlocks(const StepSpec& spec);
bool PoolRunsOnBlocks(const StepSpec& spec);

// Whether a kernel by hand takes this kConv (oneDNN would bring the data into channel blocks and back): float, one or
// more filters of 3 x 3 or 5 x 5 per channel, the same stride of 1 or 2 along both axes, no dilation; a bias, and relu
// or clip as only epilogue; no channel blocks on either side.
bool IsPlainDepthwise(const StepSpec& spec);

// Whether a kernel by hand takes this kPool: maxima of images in channel blocks of whole registers.
bool IsBlockMaxPool(const StepSpec& spec);

}  // namespace opdk
