#include "sdk/tools/cli/search/mutate.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "sdk/tools/cli/test/interrupt.h"
#include "sdk/tools/verify/report/run_report.h"
#include "sdk/tools/verify/search/mutation_score.h"

namespace opdk::cli {
namespace {

using nlohmann::json;
using verify::MutantReport;
using verify::MutationScore;
using verify::ScoredCase;

constexpr double kLeastSeconds = 600;  // for an operator: a case may take --timeout, here are many

double Percent(size_t killed, size_t counted) {
  return counted == 0 ? 100.0 : 100.0 * static_cast<double>(killed) / static_cast<double>(counted);
}

void ShowMutants(const char* word, const std::vector<MutantReport>& mutants) {
  for (const MutantReport& mutant : mutants) {
    fmt::print("  {}: {}\n    in:      {}\n", word, mutant.change, mutant.where);
    if (!mutant.becomes.empty()) fmt::print("    becomes: {}\n", mutant.becomes);
  }
}

void Show(const MutationScore& score) {
  fmt::print("{}: {} of {} mutants noticed ({:.0f} %) by {} case{}", score.op, score.killed, score.counted(),
             Percent(score.killed, score.counted()), score.cases, score.cases == 1 ? "" : "s");
  if (!score.equivalent.empty()) fmt::print(", {} equivalent", score.equivalent.size());
  fmt::print("\n");
  ShowMutants("not noticed", score.survivors);
  ShowMutants("equivalent", score.equivalent);
  std::fflush(stdout);
}

// By operator: a case once with each of its dtypes, whatever the engines.
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

// What is wrong with the scores; "": nothing.
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

void ShowAll(const std::vector<MutationScore>& scores, const TestOptions& options) {
  size_t killed = 0;
  size_t counted = 0;
  json list = json::array();
  for (const MutationScore& score : scores) {
    for (const std::string& note : score.notes) fmt::print(stderr, "note: {}: {}\n", score.op, note);
    if (options.format == "json") {
      list.push_back(ToJson(score));
    } else {
      Show(score);
    }
    killed += score.killed;
    counted += score.counted();
  }
  const double percent = Percent(killed, counted);
  if (options.format == "json") {
    const json root = {
        {"mutants", counted}, {"noticed", killed}, {"score", percent / 100}, {"operators", std::move(list)}};
    fmt::print("{}\n", verify::Dump(root, 2));
  } else if (scores.size() > 1) {
    fmt::print("{} of {} mutants noticed ({:.0f} %)\n", killed, counted, percent);
  }
}

}  // namespace

Status ScoreCases(const std::vector<PlannedCase>& planned, const verify::Bench& bench, const TestOptions& options) {
  const auto operators = ByOperator(planned);
  std::vector<std::string> names;
  for (const auto& [op, cases] : operators) names.push_back(op);
  const InterruptNoted interrupt;
  verify::IsolationOptions isolation = options.isolation;
  isolation.timeout_s = std::max(isolation.timeout_s, kLeastSeconds);
  isolation.memory_bytes = options.memory_mb << 20;
  isolation.interrupted = interrupt.flag();
  const bool terminal = isatty(STDERR_FILENO) != 0;
  std::vector<MutationScore> scores;
  std::vector<std::string> failures;
  size_t done = 0;
  if (terminal) fmt::print(stderr, "{} operators to be scored", names.size());
  verify::RunIsolated(
      names.size(),
      [&](size_t i) { return verify::Dump(ToJson(verify::ScoreMutants(names[i], operators.at(names[i]), bench))); },
      isolation,
      [&](size_t i, verify::ChildReport&& report) {
        const json score = json::parse(report.answer, nullptr, false);
        if (report.end == verify::ChildReport::End::kDone && !score.is_discarded()) {
          scores.push_back(verify::MutationScoreFrom(score));
        } else {
          failures.push_back(fmt::format("scoring {} {}", names[i], report.Describe(isolation)));
        }
        if (terminal) fmt::print(stderr, "\r\033[K{} of {} operators scored", ++done, names.size());
        return true;
      });
  if (terminal) fmt::print(stderr, "\r\033[K");
  std::sort(scores.begin(), scores.end(), [](const auto& a, const auto& b) { return a.op < b.op; });
  ShowAll(scores, options);
  if (const std::string text = Shortcomings(scores, options.least_score); !text.empty()) failures.push_back(text);
  if (interrupt.happened()) {
    failures.push_back(fmt::format("interrupted when {} of {} operators were scored", scores.size(), names.size()));
  }
  if (!failures.empty()) {
    return Status(ErrorCode::kCheckFailed, fmt::format("{}", fmt::join(failures, "; ")))
        .Hint("a case for each mutant that none noticed; see the list");
  }
  const bool any = std::any_of(scores.begin(), scores.end(), [](const MutationScore& each) { return each.cases > 0; });
  if (any) return Status();
  return Status(ErrorCode::kNothingSelected, "none of the cases can be scored")
      .Hint("a case that is scored has data and a result, and passes");
}

}  // namespace opdk::cli
