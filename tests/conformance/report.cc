#include "tests/conformance/report.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <map>

namespace opdk::conformance {
namespace {

struct Row {
  int passed[kEngineCount] = {};
  int failed[kEngineCount] = {};
  int on_ai_core = 0;
  int no_kernel = 0;
  int unsupported = 0;
  int beyond = 0;
};

std::string Text(Verdict verdict) {
  switch (verdict) {
    case Verdict::kPassed:
      return "passed";
    case Verdict::kFailed:
      return "failed";
    case Verdict::kUnsupported:
      return "unsupported";
    case Verdict::kNoKernel:
      return "no kernel";
  }
  return "?";
}

bool EndsWith(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

// Returns the row of a test. A node test counts for its operator; whole models and function bodies have rows of their
// own.
std::string RowOf(const CaseResult& result) {
  if (result.test.kind != "node") return "~ models: " + result.test.kind;
  if (EndsWith(result.test.name, "_expanded") || result.info.operators.size() > 1) return "~ function bodies";
  return result.info.operators.empty() ? "Constant" : result.info.operators[0];
}

std::map<std::string, Row> Rows(const std::vector<CaseResult>& results) {
  std::map<std::string, Row> rows;
  for (const auto& result : results) {
    Row& row = rows[RowOf(result)];
    for (int e = 0; e < kEngineCount; ++e) {
      const Outcome& outcome = result.outcomes[e];
      row.passed[e] += outcome.verdict == Verdict::kPassed ? 1 : 0;
      row.failed[e] += outcome.verdict == Verdict::kFailed ? 1 : 0;
      row.no_kernel += outcome.verdict == Verdict::kNoKernel ? 1 : 0;
    }
    const Outcome& first = result.outcomes[0];
    row.on_ai_core += first.verdict == Verdict::kPassed && first.engines == "ai_core" ? 1 : 0;
    if (first.verdict == Verdict::kUnsupported) ++(result.info.beyond.empty() ? row.unsupported : row.beyond);
  }
  return rows;
}

std::string Line(const std::string& name, const Row& row) {
  return fmt::format("{:<28} {:>7} {:>7} {:>11} {:>9} {:>7} {:>10} {:>14} {:>7}\n", name, row.passed[0], row.failed[0],
                     row.on_ai_core, row.passed[1], row.failed[1], row.no_kernel, row.unsupported, row.beyond);
}

std::string Table(const std::vector<CaseResult>& results) {
  std::string text = fmt::format("{:<28} {:>7} {:>7} {:>11} {:>9} {:>7} {:>10} {:>14} {:>7}\n", "operator", "passed",
                                 "failed", "on ai_core", "| ai_cpu", "failed", "no kernel", "| unsupported", "beyond");
  Row total;
  for (const auto& [name, row] : Rows(results)) {
    text += Line(name, row);
    for (int e = 0; e < kEngineCount; ++e) {
      total.passed[e] += row.passed[e];
      total.failed[e] += row.failed[e];
    }
    total.on_ai_core += row.on_ai_core;
    total.no_kernel += row.no_kernel;
    total.unsupported += row.unsupported;
    total.beyond += row.beyond;
  }
  return text + Line("total", total);
}

std::string Quoted(const std::string& text) {
  std::string quoted = "\"";
  for (char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

}  // namespace

Verdicts Judge(const std::vector<CaseResult>& results, const Expectations& expectations) {
  Verdicts verdicts;
  for (const auto& result : results) {
    for (int e = 0; e < kEngineCount; ++e) {
      const Outcome& outcome = result.outcomes[e];
      const KnownGap* gap = expectations.FindGap(result.test.name, kEngineNames[e]);
      const std::string title = fmt::format("{}/{} [{}]", result.test.kind, result.test.name, kEngineNames[e]);
      bool failed = outcome.verdict == Verdict::kFailed;
      std::string why = outcome.detail;
      if (outcome.verdict == Verdict::kUnsupported && expectations.MustBeSupported(result.info)) {
        failed = true;
        why.insert(0, "must be supported: ");
      }
      verdicts.passed[e] += outcome.verdict == Verdict::kPassed ? 1 : 0;
      if (gap != nullptr && !gap->by_chance && outcome.verdict == Verdict::kPassed) {
        verdicts.failures.push_back(title + ": listed as a known gap, but it passes: take it out");
      } else if (gap != nullptr && failed) {
        verdicts.gaps.push_back(fmt::format("{}: {}", title, gap->reason));
      } else if (failed) {
        verdicts.failures.push_back(fmt::format("{}: {}", title, why));
      }
    }
    if (result.outcomes[0].verdict == Verdict::kUnsupported) {
      ++(result.info.beyond.empty() ? verdicts.unsupported : verdicts.beyond);
    }
  }
  return verdicts;
}

Status WriteReport(const std::string& directory, const std::vector<CaseResult>& results, const Verdicts& verdicts) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  std::ofstream table(directory + "/node_tests.txt");
  table << Table(results);
  table << fmt::format("\n{} failures\n", verdicts.failures.size());
  for (const auto& failure : verdicts.failures) table << "  " << failure << "\n";
  table << fmt::format("\n{} known gaps\n", verdicts.gaps.size());
  for (const auto& gap : verdicts.gaps) table << "  " << gap << "\n";

  std::ofstream lines(directory + "/node_tests.csv");
  lines << "kind,test,operators,engine,verdict,ran_on,detail\n";
  for (const auto& result : results) {
    for (int e = 0; e < kEngineCount; ++e) {
      const Outcome& outcome = result.outcomes[e];
      lines << fmt::format("{},{},{},{},{},{},{}\n", result.test.kind, result.test.name,
                           fmt::join(result.info.operators, " "), kEngineNames[e], Text(outcome.verdict),
                           outcome.engines, Quoted(outcome.detail));
    }
  }
  if (!table.flush() || !lines.flush()) {
    return Status(ErrorCode::kWriteFailed, fmt::format("the report can't be written to '{}'", directory));
  }
  return {};
}

}  // namespace opdk::conformance
