// Searches one operator on one engine for cases that fail.
#pragma once

#include <csignal>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sdk/tools/verify/golden/golden.h"
#include "sdk/tools/verify/search/judgement.h"
#include "sdk/tools/verify/search/search_case.h"

namespace opdk::verify {

// Checks of every run. One run in kAllChecksEvery makes all checks.
inline constexpr const char* kCheapChecks[] = {"bounds", "unwritten_output"};
inline constexpr size_t kAllChecksEvery = 16;

// Time limit of the golden, in multiples of the run's. The golden is computed in higher precision, and slowly: only an
// endless golden should hit the limit.
inline constexpr double kGoldenPatience = 10;

struct FuzzOptions {
  double seconds = 0;  // of searching; 0: until `runs` are done
  size_t runs = 0;     // at most this many; 0: as many as the time allows
  uint64_t seed = 1;
  int parallel = 0;                 // children at once; 0: one per processor
  double timeout_s = 10;            // of one run; its golden has kGoldenPatience times that
  size_t max_elements = 4096;       // of one tensor
  std::vector<std::string> checks;  // RunOptions::checks
  bool keep_going = false;          // after a failure, searches on for failures of another kind
  size_t shrink_candidates = 4000;
  double shrink_seconds = 60;
  // Not 0: the search ends and returns its results. In memory that children share; nullptr: nothing ends the search.
  const volatile std::sig_atomic_t* interrupted = nullptr;
};

struct FuzzFailure {
  SearchCase original;
  SearchCase smallest;
  Judgement judgement;              // of the smallest
  std::vector<std::string> checks;  // the checks that were made
  size_t run = 0;                   // number of runs until the failure
  bool interrupted = false;         // it may not be the smallest: time ran out
  std::string not_repeatable;       // why a run of this case alone doesn't fail; "": it fails
};

// Counts of runs. Each run is counted once: as passed, failed, refused …
struct FuzzReport {
  size_t runs = 0;
  size_t passed = 0;
  size_t failed = 0;  // by values, a check, or an error, repeatably
  size_t timed_out = 0;
  size_t crashed = 0;
  size_t not_repeatable = 0;  // failed in any way, but not when run again
  size_t refused = 0;
  size_t unsupported = 0;
  size_t not_verified = 0;
  size_t edges = 0;              // 0: the package wasn't built for coverage
  double seconds = 0;            // of searching, without shrinking
  std::vector<SearchCase> kept;  // cases that reached something new, in the order of discovery
  // The first failure of each kind, and the first of each kind that isn't repeatable.
  std::vector<FuzzFailure> failures;
};

// Memory limit of the children, in bytes; a kernel's allocation beyond it fails. Shapes may depend on values.
inline constexpr size_t kRunMemory = size_t{4} << 30;

// Returns the options with which the search runs a case with these checks.
RunOptions SearchRun(const std::vector<std::string>& checks, const FuzzOptions& options);

// Runs batches in child processes. A child notes each run before it begins, so that a crash or a hang is narrowed to
// the run. A run that reaches code, a kernel, or a combination of ranks and dtypes for the first time joins the cases
// that are varied next. The search ends with the first round that has failures (or goes on for other kinds); each kind
// of failure is shrunk.
//
// `seeds`: cases of this operator and engine, which are run first; there must be one. Half of the batches don't use the
// cases that earlier searches kept, so that they find the same failures as a search without a corpus. The same seed
// draws the same runs as long as no run takes longer than `timeout_s`; `parallel` doesn't matter. `progress` is called
// between rounds. E2002, E2008.
Result<FuzzReport> Fuzz(const std::string& op, const std::string& engine, const EngineSeeds& seeds,
                        const TestHarness& harness, const FuzzOptions& options,
                        const std::function<void(const FuzzReport&)>& progress);

}  // namespace opdk::verify
