// Products and convolutions as general indexing, for dtypes that oneDNN doesn't have: a sum of products per element,
// vectorised along the last axis.
#pragma once

#include "tbe/expr.h"

namespace opdk {

// `cube`: a kMatmul, kConv, kConvTranspose or kConvBackpropFilter.
tbe::Tensor GeneratedCube(const tbe::TensorNode& cube);

}  // namespace opdk
