// Changes of one use of an operator into another that may be legal too.
#pragma once

#include <random>
#include <vector>

#include "sdk/tools/verify/cases/operator_use.h"

namespace opdk::verify {

// The largest number of elements that a changed input has.
inline constexpr int64_t kMostDerivedElements = 4096;
// The numbers of elements of a large input. Kernels begin to divide their work at the lower limit.
inline constexpr int64_t kLeastLargeElements = 16'384 + 1;
inline constexpr int64_t kMostLargeElements = 40'000;

// Zero, one, around half and whole vectors (16 floats), primes, a page's worth.
inline constexpr int64_t kEdgeExtents[] = {0,  1,  2,  3,  5,  7,  8,  9,   11,  13,  15,
                                           16, 17, 27, 31, 33, 64, 67, 127, 257, 300, 1025};

// Returns uses in which one group of equal extents has another edge extent.
std::vector<OperatorUse> ExtentChanges(const OperatorUse& use);
// Returns uses in which one axis of one input has extent 1, so that the input is broadcast.
std::vector<OperatorUse> BroadcastChanges(const OperatorUse& use);
// Returns uses in which one axis of one input differs from the others.
std::vector<OperatorUse> AxisChanges(const OperatorUse& use);
// Returns uses with inputs of another rank, together and one by one. Other uses leave out an optional input, or have
// one to three entries of a dynamic input.
std::vector<OperatorUse> PortChanges(const OperatorUse& use);

// Draws all extents anew; equal extents stay equal.
void ChangeAllExtents(OperatorUse& use, std::mt19937_64& generator);
// Draws all extents anew so that one input is large enough for kernels to divide their work. Returns false if no such
// extents were found.
bool EnlargeExtents(OperatorUse& use, std::mt19937_64& generator);

}  // namespace opdk::verify
