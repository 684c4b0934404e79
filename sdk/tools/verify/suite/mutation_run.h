// opdk test --mutate: the small faults of an operator that its cases would notice.
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
  size_t operators = 0;               // number of operators to score
  bool interrupted = false;
};

// Scores the selected cases operator by operator, each in a child process. Shows the progress on stderr if that is a
// terminal.
MutationRun ScoreCases(const std::vector<PlannedCase>& planned, const TestHarness& harness, const TestOptions& options);

// Returns the run's error. `least`: percent of the mutants that cases must notice. E3001: no operator can be scored;
// E7002: an operator's score is below `least`, its scoring crashed, or the run was interrupted.
Status OutcomeOf(const MutationRun& run, double least);

}  // namespace opdk::verify
