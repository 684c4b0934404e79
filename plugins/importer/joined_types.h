// Types of values that several graphs give, or several trips of a loop.
#pragma once

#include <span>
#include <vector>

#include "graph/tensor.h"

namespace opdk::importer {

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

// Widens the types of a loop's carried values, and returns whether any type changed. A body that was read for `values`
// gives the types `given`, which are empty where the body could not be read. `round`: the number of earlier readings.
// Types are joined exactly a few times. Then a value that still changes loses its rank, so that nested loops are read
// few times.
bool Widen(std::span<const ge::TensorDesc> given, int round, std::vector<ge::TensorDesc>& values);

}  // namespace opdk::importer
