// opdk test --mutate: which small faults of an operator its cases would notice.
#pragma once

#include <string>
#include <vector>

#include "sdk/tools/verify/golden/golden.h"
#include "sdk/tools/verify/search/mutation_score.h"
#include "sdk/tools/verify/suite/selection.h"

namespace opdk::verify {

struct MutationRun {
  std::vector<MutationScore> scores;  // by the operators' names
  std::vector<std::string> failures;  // scorings that crashed or hung
  size_t operators = 0;               // that were to be scored
  bool interrupted = false;
};

// Scores the selected cases operator by operator, each in a child process. On stderr, where that is a terminal: how far
// it is.
MutationRun ScoreCases(const std::vector<PlannedCase>& planned, const Bench& bench, const TestOptions& options);

// `least`: percent of the mutants that cases must notice. E3001: no operator can be scored; E7002: an operator's score
// is below that, its scoring crashed, or the run was interrupted.
Status OutcomeOf(const MutationRun& run, double least);

}  // namespace opdk::verify
