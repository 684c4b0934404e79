// Changes of one use of an operator into another that may be legal too.
#pragma once

#include <random>
#include <vector>

#include "sdk/tools/verify/cases/operator_use.h"

namespace opdk::verify {

// The largest number of elements that a changed input has.
inline constexpr int64_t kMostDerivedElements = 4096;
// One that is large: from here on kernels begin to divide their work.
inline constexpr int64_t kLeastLargeElements = 16'384 + 1;
inline constexpr int64_t kMostLargeElements = 40'000;

// Nothing, one, around half and whole vectors (16 floats), primes, a page's worth.
inline constexpr int64_t kEdgeExtents[] = {0,  1,  2,  3,  5,  7,  8,  9,   11,  13,  15,
                                           16, 17, 27, 31, 33, 64, 67, 127, 257, 300, 1025};

// Each group of equal extents at each edge extent.
std::vector<OperatorUse> ExtentChanges(const OperatorUse& use);
// One axis of one input alone: of extent 1, where it repeats.
std::vector<OperatorUse> BroadcastChanges(const OperatorUse& use);
// Unlike its neighbours.
std::vector<OperatorUse> AxisChanges(const OperatorUse& use);
// Inputs of another rank, together and one by one; each optional one left out, one to three entries of a dynamic one.
std::vector<OperatorUse> PortChanges(const OperatorUse& use);

// All extents anew, equal ones staying equal.
void ChangeAllExtents(OperatorUse& use, std::mt19937_64& generator);
// The same with an input that is large enough for kernels to divide their work. False: none was found.
bool EnlargeExtents(OperatorUse& use, std::mt19937_64& generator);

}  // namespace opdk::verify
