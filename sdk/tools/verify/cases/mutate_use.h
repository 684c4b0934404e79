// Changes of one use of an operator into another that may be legal too.
#pragma once

#include <random>
#include <vector>

#include "opdk/op_desc.h"
#include "sdk/tools/verify/cases/operator_use.h"

namespace opdk::verify {

// The largest number of elements that a changed input has.
inline constexpr int64_t kMostDerivedElements = 4096;

// Nothing, one, around half and whole vectors (16 floats), primes, a page's worth.
inline constexpr int64_t kEdgeExtents[] = {0, 1, 2, 3, 5, 7, 8, 9, 15, 16, 17, 31, 33, 64, 67, 127, 257, 1025};

// Every systematic change of one thing: each group of equal extents to each edge extent, each input broadcast or of
// another rank, each optional input left out, one to three entries of a dynamic one, each attribute at its default, at
// another example's value and beside its own.
std::vector<OperatorUse> SingleChanges(const OperatorUse& use, const OpDesc& prototype,
                                       const std::vector<OperatorUse>& others);

// All extents anew, equal ones staying equal.
void ChangeAllExtents(OperatorUse& use, std::mt19937_64& generator);

}  // namespace opdk::verify
