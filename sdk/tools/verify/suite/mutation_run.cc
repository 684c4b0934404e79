#include "sdk/tools/verify/suite/mutation_run.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "graph_core/base/json_reading.h"
#include "sdk/tools/verify/isolation/interrupt.h"
#include "sdk/tools/verify/report/run_report.h"

namespace opdk::verify {
namespace {

using nlohmann::json;

constexpr double kLeastSeconds = 600;  // for an operator: --timeout is for one case, and an operator has many

// Groups by operator: each case once with each of its dtypes, regardless of engines.
std::map<std::string, std::vector<ScoredCase>> ByOperator(const std::vector<PlannedCase>& planned) {
  std::map<std::string, std::vector<ScoredCase>> operators;
  for (const PlannedCase& one : planned) {
    auto& cases = operators[one.op_case->op];
    const bool there = std::any_of(cases.begin(), cases.end(), [&](const ScoredCase& each) {
      return each.op_case == one.op_case && each.dtype == one.dtype;
    });
    if (!there) cases.push_back({one.op_case, one.dtype});
  }
  return operators;
}

// Returns the faults of the scores; "": none.
std::string Shortcomings(const std::vector<MutationScore>& scores, double least) {
  std::vector<std::string> texts;
  for (const MutationScore& score : scores) {
    if (score.cases == 0 && least > 0) texts.push_back(fmt::format("no case of {} can be used", score.op));
    if (score.cases > 0 && 100 * score.score() < least) {
      texts.push_back(fmt::format("the score of {} is below {:g} %", score.op, least));
    }
  }
  return fmt::format("{}", fmt::join(texts, "; "));
}

}  // namespace

MutationRun ScoreCases(const std::vector<PlannedCase>& planned, const TestHarness& harness,
                       const TestOptions& options) {
  const auto operators = ByOperator(planned);
  std::vector<std::string> names;
  names.reserve(operators.size());
  for (const auto& [op, cases] : operators) names.push_back(op);
  const InterruptNoted interrupt;
  IsolationOptions isolation = options.isolation;
  isolation.timeout_s = std::max(isolation.timeout_s, kLeastSeconds);
  isolation.memory_bytes = options.memory_mb << 20;
  isolation.interrupted = interrupt.flag();
  const bool terminal = isatty(STDERR_FILENO) != 0;
  MutationRun run;
  run.operators = names.size();
  size_t done = 0;
  if (terminal) fmt::print(stderr, "{} operators to be scored", names.size());
  RunIsolated(
      names.size(), [&](size_t i) { return Dump(ToJson(ScoreMutants(names[i], operators.at(names[i]), harness))); },
      isolation,
      [&](size_t i, ChildReport&& report) {
        const json score = ParseJson(report.answer);
        if (report.end == ChildReport::End::kDone && !score.is_discarded()) {
          run.scores.push_back(MutationScoreFrom(score));
        } else {
          run.failures.push_back(fmt::format("scoring {} {}", names[i], report.Describe(isolation)));
        }
        if (terminal) fmt::print(stderr, "\r\033[K{} of {} operators scored", ++done, names.size());
        return true;
      });
  if (terminal) fmt::print(stderr, "\r\033[K");
  std::sort(run.scores.begin(), run.scores.end(), [](const auto& a, const auto& b) { return a.op < b.op; });
  run.interrupted = interrupt.happened();
  return run;
}

Status OutcomeOf(const MutationRun& run, double least) {
  std::vector<std::string> failures = run.failures;
  if (const std::string text = Shortcomings(run.scores, least); !text.empty()) failures.push_back(text);
  if (run.interrupted) {
    failures.push_back(
        fmt::format("interrupted when {} of {} operators were scored", run.scores.size(), run.operators));
  }
  if (!failures.empty()) {
    return Status(ErrorCode::kCheckFailed, fmt::format("{}", fmt::join(failures, "; ")))
        .Hint("a case for each mutant that none noticed; see the list");
  }
  const bool any =
      std::any_of(run.scores.begin(), run.scores.end(), [](const MutationScore& each) { return each.cases > 0; });
  if (any) return Status();
  return Status(ErrorCode::kNothingSelected, "none of the cases can be scored")
      .Hint("a case that is scored has data and a result, and passes");
}

}  // namespace opdk::verify
