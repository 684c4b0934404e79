// opdk test --mutate: which small faults of an operator its cases would notice.
#pragma once

#include <string>
#include <vector>

#include "sdk/tools/cli/test/selection.h"
#include "sdk/tools/verify/golden/golden.h"

namespace opdk::cli {

// Scores the selected cases operator by operator, each in a child process, and prints the survivors, or JSON with
// --format json. E3001: no operator can be scored; E7002: an operator's score is below --min-score, or its scoring
// crashed.
Status ScoreCases(const std::vector<PlannedCase>& planned, const verify::Bench& bench, const TestOptions& options);

}  // namespace opdk::cli
