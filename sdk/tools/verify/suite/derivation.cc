#include "sdk/tools/verify/suite/derivation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <cstdio>
#include <random>

namespace opdk::verify {

Status ReadSeed(TestOptions& options) {
  uint64_t& seed = options.derivation.seed;
  if (options.seed == "random") {
    seed = std::random_device()();
    fmt::print(stderr, "seed: {}\n", seed);
  } else if (!options.seed.empty()) {
    const char* end = options.seed.data() + options.seed.size();
    const auto read = std::from_chars(options.seed.data(), end, seed);
    if (read.ec != std::errc() || read.ptr != end) {
      return Status(ErrorCode::kUsage, fmt::format("--seed {} is no number", options.seed)).Hint("a number, or random");
    }
  }
  options.seed = std::to_string(seed);
  return Status();
}

Result<bool> AddDerivedCases(const TestOptions& options, const TestTarget& target, const TestHarness& harness,
                             std::vector<OpCase>& cases) {
  DeriveRequest request;
  request.every_operator = options.derive;
  request.filters = options.filters;
  request.plugins = target.plugin_dirs;
  request.options = options.derivation;
  OPDK_TRY(const DerivedAll derived, DeriveAll(request, cases, harness, options.isolation));
  if (cases.empty() && derived.cases.empty() && derived.failures.empty() && !derived.notes.empty()) {
    return Status(ErrorCode::kNothingSelected, fmt::format("there are no cases: {}", fmt::join(derived.notes, "; ")))
        .Hint("correct the rule or the columns, or write one case: its shapes and attributes are varied then");
  }
  for (const std::string& note : derived.notes) fmt::print(stderr, "{}\n", note);
  for (const std::string& failure : derived.failures) fmt::print("FAILED derivation of {}\n", failure);
  if (derived.operators > 0) {
    fmt::print(stderr, "{} cases of {} operator{} derived\n", derived.cases.size(), derived.operators,
               derived.operators == 1 ? "" : "s");
  }
  cases.insert(cases.end(), derived.cases.begin(), derived.cases.end());
  return derived.failures.empty();
}

}  // namespace opdk::verify
