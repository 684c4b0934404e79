// The shape rule of Conv and its quantized forms.
#pragma once

#include <string>

#include "op_proto/nn/window.h"

namespace ge {

// Reads the attributes of every convolution, by the prototypes' names.
WindowAttrs ConvolutionAttrs(const Operator& op);

// Returns why x [N, C, spatial...] and filter [O, C / group, spatial...] don't fit together; "": they do. Unknown
// extents fit any extent.
std::string CheckFilter(const Dims& x, const Dims& filter, int64_t group);

// Reports an optional input `bias` that has not one number for each of y's channels, -1 when they aren't known.
graphStatus CheckBias(const Operator& op, int64_t channels);

// Infers y, of dtype `type`, from inputs `x` and `filter`.
graphStatus InferConvolution(Operator& op, const char* x, const char* filter, DataType type);

}  // namespace ge
