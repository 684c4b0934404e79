#include "sdk/cli/search/mutate.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "sdk/verify/search/mutation_score.h"

namespace opdk::cli {
namespace {

using nlohmann::json;
using verify::MutantReport;

json ToJson(const std::vector<MutantReport>& mutants) {
  json list = json::array();
  for (const MutantReport& mutant : mutants) list.push_back({mutant.change, mutant.where});
  return list;
}

std::string ToText(const verify::MutationScore& score) {
  const json root = {{"killed", score.killed},
                     {"survivors", ToJson(score.survivors)},
                     {"equivalent", ToJson(score.equivalent)},
                     {"cases", score.cases},
                     {"notes", score.notes},
                     {"counted", score.counted()},
                     {"score", score.score()}};
  return root.dump(-1, ' ', false, json::error_handler_t::replace);
}

void Show(const std::string& op, const json& score) {
  fmt::print("{}: {} of {} mutants noticed ({:.0f} %) by {} case{}", op, score["killed"].get<size_t>(),
             score["counted"].get<size_t>(), 100 * score["score"].get<double>(), score["cases"].get<size_t>(),
             score["cases"] == 1 ? "" : "s");
  if (!score["equivalent"].empty()) fmt::print(", {} equivalent", score["equivalent"].size());
  fmt::print("\n");
  for (const char* kind : {"survivors", "equivalent"}) {
    for (const json& mutant : score[kind]) {
      fmt::print("  {}: {}  ({})\n", kind[0] == 's' ? "not noticed" : "equivalent", mutant[0].get<std::string>(),
                 mutant[1].get<std::string>());
    }
  }
  for (const json& note : score["notes"]) fmt::print(stderr, "note: {}: {}\n", op, note.get<std::string>());
}

}  // namespace

Status ScoreCases(const std::vector<verify::OpCase>& cases, const std::vector<std::string>& operators,
                  const verify::Bench& bench, double least, verify::IsolationOptions isolation) {
  std::map<std::string, std::vector<verify::OpCase>> by_operator;
  for (const verify::OpCase& op_case : cases) {
    const bool wanted =
        operators.empty() || std::find(operators.begin(), operators.end(), op_case.op) != operators.end();
    if (wanted) by_operator[op_case.op].push_back(op_case);
  }
  if (by_operator.empty()) {
    return Status(ErrorCode::kNothingSelected, "there are no cases of these operators").Hint("opdk test --list");
  }
  std::vector<std::string> names;
  for (const auto& [op, of_operator] : by_operator) names.push_back(op);
  isolation.timeout_s = std::max(isolation.timeout_s, 600.0);
  std::map<std::string, json> scores;
  std::string failures;
  verify::RunIsolated(
      names.size(), [&](size_t i) { return ToText(verify::ScoreMutants(names[i], by_operator.at(names[i]), bench)); },
      isolation,
      [&](size_t i, verify::ChildReport&& report) {
        const json score = json::parse(report.answer, nullptr, false);
        if (report.end == verify::ChildReport::End::kDone && !score.is_discarded()) {
          scores[names[i]] = score;
        } else {
          failures += fmt::format("{}{} {}", failures.empty() ? "" : "; ", names[i], report.Describe(isolation));
        }
        return true;
      });
  size_t killed = 0;
  size_t counted = 0;
  for (const auto& [op, score] : scores) {
    Show(op, score);
    killed += score["killed"].get<size_t>();
    counted += score["counted"].get<size_t>();
    if (score["cases"] == 0) failures += fmt::format("{}no case of {} can be used", failures.empty() ? "" : "; ", op);
    if (100 * score["score"].get<double>() < least) {
      failures += fmt::format("{}the score of {} is below {:g} %", failures.empty() ? "" : "; ", op, least);
    }
  }
  if (scores.size() > 1) {
    fmt::print("{} of {} mutants noticed ({:.0f} %)\n", killed, counted,
               counted == 0 ? 100.0 : 100.0 * static_cast<double>(killed) / static_cast<double>(counted));
  }
  if (failures.empty()) return Status();
  return Status(ErrorCode::kCheckFailed, failures).Hint("a case for each mutant that none noticed; see the list");
}

}  // namespace opdk::cli
