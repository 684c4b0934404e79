// QuantizeLinear and DequantizeLinear in passes on quantized models. Inputs 1 and 2 are scale and zero point.
#pragma once

#include <vector>

#include "graph/gnode.h"
#include "op_proto/quantize/quantize_linear.h"

namespace opdk::graph_fusion {

// Returns the scale: one number, or one for each place along the axis. Empty: the scale isn't constant float, or
// belongs to blocks.
std::vector<float> ScaleOf(const ge::GNode& node);
// Returns whether the quantized numbers have 8 bits, by a constant zero point.
bool HasBytes(const ge::GNode& node);
// Returns whether the zero point is 0. An absent zero point is.
bool ZeroPointIsZero(const ge::GNode& node);
bool ZeroPointIsLeast(const ge::GNode& node);

}  // namespace opdk::graph_fusion
