// Types of values that several graphs give, or several trips of a loop.
#pragma once

#include "graph/tensor.h"

namespace opdk::onnx_plugin {

// Returns a type of unknown rank.
ge::TensorDesc UnknownOf(ge::DataType dtype = ge::DT_UNDEFINED);
// Returns whether the element type and the rank are known.
bool SaysRank(const ge::TensorDesc& desc);
// Returns the type with its element type and rank, and no extent.
ge::TensorDesc AnyExtents(const ge::TensorDesc& desc);
// Returns the narrowest type that holds for both. Only an element type that neither contradicts is kept.
ge::TensorDesc Join(const ge::TensorDesc& a, const ge::TensorDesc& b);
// Returns whether both have the same element type and extents.
bool IsSameType(const ge::TensorDesc& a, const ge::TensorDesc& b);

}  // namespace opdk::onnx_plugin
