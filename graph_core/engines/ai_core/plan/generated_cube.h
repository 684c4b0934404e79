// Products and convolutions as general indexing, for dtypes that oneDNN doesn't have: a sum of products per element,
// vectorised along the last axis.
#pragma once

#include "tbe/expr.h"

namespace opdk {

// Adds the cube's bias, if any, to `result` along `axis`.
tbe::Tensor AddBias(const tbe::TensorNode& cube, tbe::Tensor result, size_t axis);

// Returns `cube` as generated code. It must be a kMatmul, kConv, kConvTranspose or kConvBackpropFilter.
tbe::Tensor GeneratedCube(const tbe::TensorNode& cube);

}  // namespace opdk
