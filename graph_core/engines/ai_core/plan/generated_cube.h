// Products and convolutions as general indexing, for dtypes that oneDNN doesn't have: a sum of products per element,
// vectorised along the last axis.
#pragma once

#include "tbe/expr.h"

namespace opdk {

// `result` with the cube's bias, where it has one, along `axis`.
tbe::Tensor AddBias(const tbe::TensorNode& cube, tbe::Tensor result, size_t axis);

// `cube`: a kMatmul, kConv, kConvTranspose or kConvBackpropFilter.
tbe::Tensor GeneratedCube(const tbe::TensorNode& cube);

}  // namespace opdk
