// Cases derived from prototypes and operator information, and the seed of all random data.
#pragma once

#include <vector>

#include "sdk/tools/verify/golden/golden.h"
#include "sdk/tools/verify/suite/selection.h"

namespace opdk::verify {

// Reads the run's seed, which holds for the derivation and for each case without a seed of its own. A seed chosen by
// "random" is printed. E1001: no number.
Status ReadSeed(TestOptions& options);

// Adds the derived cases, and gives all cases the seed. False: the derivation of an operator crashed or hung. E3001:
// there is no written case, and none can be derived; the message has the reasons.
Result<bool> AddDerivedCases(const TestOptions& options, const TestTarget& target, const TestHarness& harness,
                             std::vector<OpCase>& cases);

}  // namespace opdk::verify
