// Cases beside the written ones: those derived of prototypes and operator information, and the seed of all random data.
#pragma once

#include <vector>

#include "sdk/tools/verify/golden/golden.h"
#include "sdk/tools/verify/suite/selection.h"

namespace opdk::verify {

// The run's seed, of the derivation and of each case that has none of its own; "random" is printed. E1001: no number.
Status ReadSeed(TestOptions& options);

// Adds the derived cases, and gives all of them the seed. False: one operator's derivation crashed or hung.
Result<bool> AddDerivedCases(const TestOptions& options, const TestTarget& target, const Bench& bench,
                             std::vector<OpCase>& cases);

}  // namespace opdk::verify
