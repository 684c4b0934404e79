// What passes on quantized models ask of QuantizeLinear and DequantizeLinear: inputs 1 and 2 are scale and zero point.
#pragma once

#include <vector>

#include "graph/gnode.h"
#include "op_proto/quantize/quantize_linear.h"

namespace opdk::graph_fusion {

// One number, or one for each place along the axis. None: it isn't constant, or is of blocks.
std::vector<float> ScaleOf(const ge::GNode& node);
// Whether a constant zero point says that the quantized numbers are of 8 bits.
bool HasBytes(const ge::GNode& node);
// Absent counts.
bool ZeroPointIsZero(const ge::GNode& node);
bool ZeroPointIsLeast(const ge::GNode& node);

}  // namespace opdk::graph_fusion
