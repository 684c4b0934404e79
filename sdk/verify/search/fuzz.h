// Searches one operator on one engine for cases that fail.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sdk/verify/golden/golden.h"
#include "sdk/verify/search/judgement.h"
#include "sdk/verify/search/search_case.h"

namespace opdk::verify {

struct FuzzOptions {
  double seconds = 30;  // of searching
  size_t runs = 0;      // at most so many; 0: as many as the time allows
  uint64_t seed = 1;
  int parallel = 0;            // children at once; 0: one per processor
  double timeout_s = 10;       // of one run
  size_t max_elements = 4096;  // of one tensor
  size_t shrink_candidates = 4000;
  double shrink_seconds = 60;
};

struct FuzzFailure {
  SearchCase original;
  SearchCase smallest;
  Judgement judgement;  // of the smallest
  size_t run = 0;       // how many runs it took
};

struct FuzzReport {
  size_t runs = 0;
  size_t passed = 0;
  size_t refused = 0;
  size_t unsupported = 0;
  size_t not_verified = 0;
  size_t edges = 0;                   // 0: the package wasn't built for coverage
  std::vector<SearchCase> kept;       // those that reached something new, in the order in which they were found
  std::vector<FuzzFailure> failures;  // the first of each kind
};

// Batches of runs in child processes; a crash or a hang is narrowed to the run by what the child has noted before it.
// A run that reaches code, a kernel or a combination of ranks and dtypes that none did before joins those that are
// varied next. Ends with the first round that has failures; each kind of them is shrunk. `seeds`: cases of this
// operator and engine. The same seed draws the same runs, as long as the same ones reach something new.
// `progress` is called between rounds. E2002, E2008.
Result<FuzzReport> Fuzz(const std::string& op, const std::string& engine, const std::vector<SearchCase>& seeds,
                        const Bench& bench, const FuzzOptions& options,
                        const std::function<void(const FuzzReport&)>& progress);

// Judges in a child process; crashes and timeouts are judged too.
Judgement JudgeIsolated(const SearchCase& found, const Bench& bench, double timeout_s);

}  // namespace opdk::verify
