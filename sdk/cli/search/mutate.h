// opdk test --mutate: the mutation score of a package's cases.
#pragma once

#include <string>
#include <vector>

#include "sdk/verify/golden/golden.h"
#include "sdk/verify/run/isolated.h"

namespace opdk::cli {

// Scores the cases of each operator, each in a child process, and prints the survivors. E3001: no cases; E7002: an
// operator's score is below `least` (in percent), or it couldn't be scored.
Status ScoreCases(const std::vector<verify::OpCase>& cases, const std::vector<std::string>& operators,
                  const verify::Bench& bench, double least, verify::IsolationOptions isolation);

}  // namespace opdk::cli
