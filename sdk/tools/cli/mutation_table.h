// Mutation scores as a person or a script reads them.
#pragma once

#include <vector>

#include "sdk/tools/verify/search/mutation_score.h"

namespace opdk::cli {

// Prints scores on stdout: of each operator the score and the mutants that no case noticed, or everything as JSON.
// Notes go to stderr.
void PrintScores(const std::vector<verify::MutationScore>& scores, bool as_json);

}  // namespace opdk::cli
