#include "sdk/tools/verify/explain/likely_faults.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "graph_core/base/json_reading.h"
#include "graph_core/base/type_names.h"
#include "sdk/tools/verify/explain/explain_case.h"

namespace opdk::verify {
namespace {

using nlohmann::json;

constexpr size_t kCases = 10;    // of a kernel
constexpr double kSeconds = 10;  // for one case
constexpr int64_t kMostExplained = 1 << 16;
constexpr size_t kShownOfAKind = 2;
constexpr double kShare = 0.6;  // least share of the cases for which an explanation holds

int64_t WrongElements(const CaseReport& report) {
  int64_t wrong = 0;
  for (const OutputReport& output : report.result.outputs) wrong += output.comparison.bad;
  return wrong;
}

int64_t Elements(const CaseReport& report) {
  int64_t elements = 0;
  for (const OutputReport& output : report.result.outputs) elements += output.comparison.metrics.elements;
  for (const WrittenPort& port : report.written->inputs.ports) {
    for (const WrittenTensor& tensor : port.tensors) {
      if (tensor.shape) elements += ElementCount(*tensor.shape);
    }
  }
  return elements;
}

// Returns whether the case's results are wrong, by its golden or beside the author's reference.
bool IsWrong(const CaseReport& report) {
  if (report.result.ok() || report.end != ChildReport::End::kDone || !report.written) return false;
  if (report.result.kind == "values" || report.result.kind == "inference") return true;
  return std::any_of(report.result.findings.begin(), report.result.findings.end(),
                     [](const Finding& finding) { return finding.check == "reference"; });
}

// Returns a few cases: most wrong elements in the least memory.
std::vector<const CaseReport*> Chosen(std::vector<const CaseReport*> wrong) {
  std::erase_if(wrong, [](const CaseReport* each) { return Elements(*each) > kMostExplained; });
  std::stable_sort(wrong.begin(), wrong.end(), [](const CaseReport* a, const CaseReport* b) {
    const auto rank = [](const CaseReport* each) {
      const int64_t count = WrongElements(*each);
      return std::pair(count < 4 ? -count : int64_t{-4}, Elements(*each));
    };
    return rank(a) < rank(b);
  });
  if (wrong.size() > kCases) wrong.resize(kCases);
  return wrong;
}

std::string Explained(const CaseReport& report, const TestHarness& harness) {
  json list = json::array();
  ge::DataType dtype = ge::DT_FLOAT;
  if (!ParseDtypeName(report.dtype, dtype)) return list.dump();
  OpCase op_case = *report.written;
  if (report.seed) op_case.seed = static_cast<int64_t>(*report.seed);
  const auto explanations = ExplainCase(op_case, dtype, report.engine, harness);
  if (!explanations.ok()) return list.dump();
  for (const Explanation& each : *explanations) list.push_back({static_cast<int>(each.kind), each.text});
  return Dump(list);
}

struct Tally {
  size_t asked = 0;
  // Explanations by kind: the number of their cases, their best place among explanations of the kind.
  std::map<int, std::map<std::string, std::pair<size_t, size_t>>> found;

  void Add(const json& list) {
    ++asked;
    std::set<std::string> seen;
    std::map<int, size_t> places;
    for (const json& each : list) {
      const int kind = each.at(0);
      const std::string text = each.at(1);
      const size_t place = places[kind]++;
      if (!seen.insert(text).second) continue;
      auto& [count, best] = found[kind].try_emplace(text, 0, place).first->second;
      ++count;
      best = std::min(best, place);
    }
  }

  // Returns explanations of most cases. An explanation of fewer cases than the best one of its kind only shadows the
  // best one.
  std::vector<std::string> Texts() const {
    std::vector<std::string> texts;
    size_t misread = 0;  // cases that the best misreading explains; a cure or likeness of no more cases follows from it
    for (const auto& [kind, by_text] : found) {
      const bool follows =
          kind == static_cast<int>(ExplanationKind::kCure) || kind == static_cast<int>(ExplanationKind::kLikeness);
      std::vector<std::pair<std::string, std::pair<size_t, size_t>>> sorted(by_text.begin(), by_text.end());
      std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
        return std::pair(b.second.first, a.second.second) < std::pair(a.second.first, b.second.second);
      });
      const size_t best = sorted.front().second.first;
      if (kind == static_cast<int>(ExplanationKind::kMisread)) misread = best;
      if (follows && misread >= best) continue;
      size_t shown = 0;
      for (const auto& [text, held] : sorted) {
        if (held.first < best || static_cast<double>(best) < kShare * static_cast<double>(asked)) break;
        // "x is negative or -0" adds nothing to "x is negative".
        if (shown > 0 && text.starts_with(texts.back().substr(0, texts.back().find(" (")))) continue;
        texts.push_back(fmt::format("{} ({} of {} wrong cases looked at)", text, held.first, asked));
        if (++shown == kShownOfAKind) break;
      }
    }
    return texts;
  }
};

}  // namespace

std::vector<std::string> LikelyFaults(const std::vector<CaseReport>& cases, const TestHarness& harness,
                                      const IsolationOptions& isolation) {
  std::map<std::pair<std::string, std::string>, std::vector<const CaseReport*>> kernels;  // operator, engine
  for (const CaseReport& report : cases) {
    if (IsWrong(report)) kernels[{report.op, report.engine}].push_back(&report);
  }
  std::vector<const CaseReport*> work;
  for (const auto& [kernel, wrong] : kernels) {
    for (const CaseReport* report : Chosen(wrong)) work.push_back(report);
  }
  std::map<std::pair<std::string, std::string>, Tally> tallies;
  IsolationOptions options = isolation;
  options.timeout_s = kSeconds;
  options.wanted = {};
  RunIsolated(
      work.size(), [&](size_t i) { return Explained(*work[i], harness); }, options,
      [&](size_t i, ChildReport&& child) {
        const json list = ParseJson(child.answer);
        if (list.is_array()) tallies[{work[i]->op, work[i]->engine}].Add(list);
        return true;
      });
  // Inference is the same for all engines.
  std::vector<std::string> lines;
  std::map<std::pair<std::string, std::string>, size_t> known;  // operator and text: the line
  for (const auto& [kernel, tally] : tallies) {
    for (const std::string& text : tally.Texts()) {
      const auto [place, fresh] = known.try_emplace({kernel.first, text}, lines.size());
      if (fresh) {
        lines.push_back(fmt::format("{} on {}: {}", kernel.first, kernel.second, text));
      } else {
        std::string& line = lines[place->second];
        line.insert(line.find(": "), " and " + kernel.second);
      }
    }
  }
  return lines;
}

}  // namespace opdk::verify
