#include "sdk/tools/cli/mutation_table.h"

#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "sdk/tools/verify/report/run_report.h"

namespace opdk::cli {
namespace {

using nlohmann::json;
using verify::MutantReport;
using verify::MutationScore;

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

}  // namespace

void PrintScores(const std::vector<MutationScore>& scores, bool as_json) {
  size_t killed = 0;
  size_t counted = 0;
  json list = json::array();
  for (const MutationScore& score : scores) {
    for (const std::string& note : score.notes) fmt::print(stderr, "note: {}: {}\n", score.op, note);
    if (as_json) {
      list.push_back(ToJson(score));
    } else {
      Show(score);
    }
    killed += score.killed;
    counted += score.counted();
  }
  const double percent = Percent(killed, counted);
  if (as_json) {
    const json root = {
        {"mutants", counted}, {"noticed", killed}, {"score", percent / 100}, {"operators", std::move(list)}};
    fmt::print("{}\n", verify::Dump(root, 2));
  } else if (scores.size() > 1) {
    fmt::print("{} of {} mutants noticed ({:.0f} %)\n", killed, counted, percent);
  }
}

}  // namespace opdk::cli
