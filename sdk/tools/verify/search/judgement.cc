#include "sdk/tools/verify/search/judgement.h"

#include <fmt/format.h>

#include <csignal>
#include <cstring>
#include <nlohmann/json.hpp>
#include <utility>

#include "graph_core/base/json_reading.h"
#include "graph_core/package/engine_info.h"
#include "opdk/parallel.h"
#include "sdk/tools/verify/isolation/stack_text.h"
#include "sdk/tools/verify/report/run_report.h"

namespace opdk::verify {
namespace {

using Verdict = Judgement::Verdict;
using nlohmann::json;

Judgement FromResult(const CaseResult& result) {
  switch (result.outcome) {
    case Outcome::kUnsupported:
    case Outcome::kSkipped:
      return {Verdict::kUnsupported, "", "", ""};
    case Outcome::kNotVerified:
      return {Verdict::kNotVerified, "", "", result.kernel};
    case Outcome::kFailed:
      break;
    default:
      return {Verdict::kPassed, "", "", result.kernel};
  }
  const std::string& kind = result.kind;
  // The search made something that isn't a legal case.
  if (kind == "case" || kind == "refused") return {Verdict::kRefused, "", result.reason, ""};
  // No column matches, or the kernel's check_support refuses before anything runs.
  if (kind == "engine") return {Verdict::kUnsupported, "", result.reason, ""};
  // A kernel may refuse arguments. They are legal only if a golden computes results from them.
  if (kind == "kernel" && result.golden.empty()) return {Verdict::kRefused, "", result.reason, ""};
  return {Verdict::kFailed, kind, result.reason, result.kernel};
}

Judgement JudgeWithoutGolden(OpCase op_case, const SearchCase& found, std::string_view engine,
                             const TestHarness& harness, RunOptions options) {
  op_case.golden = WrittenGolden{};
  op_case.golden->sources.push_back({{"none"}, {}});
  options.checks = {"bounds"};
  return FromResult(RunCase(op_case, found.dtype(), engine, harness, options));
}

// Judges a case whose golden failed. If the case is legal, the golden is wrong. The reference engine decides whether it
// is legal, or the tested engine if the reference engine doesn't take the case.
Judgement JudgeGoldenError(const OpCase& op_case, const CaseResult& result, const SearchCase& found,
                           const TestHarness& harness, const RunOptions& options) {
  for (const std::string_view engine : {ReferenceEngine().name, std::string_view(found.engine)}) {
    Judgement judged = JudgeWithoutGolden(op_case, found, engine, harness, options);
    if (judged.verdict == Verdict::kPassed || judged.verdict == Verdict::kNotVerified) {
      return {Verdict::kFailed, "golden", result.reason, ""};
    }
    if (judged.verdict == Verdict::kFailed && engine == found.engine) return judged;
    if (judged.verdict != Verdict::kUnsupported) break;
  }
  return {Verdict::kRefused, "", result.reason, ""};
}

}  // namespace

Judgement Judge(const SearchCase& found, const TestHarness& harness, const RunOptions& options) {
  const OpCase op_case = found.ToCase();
  const CaseResult result = RunCase(op_case, found.dtype(), found.engine, harness, options);
  if (result.outcome != Outcome::kFailed || result.kind != "golden") return FromResult(result);
  return JudgeGoldenError(op_case, result, found, harness, options);
}

Judgement JudgeIsolated(const std::vector<SearchCase>& cases, const TestHarness& harness, const RunOptions& options,
                        int threads) {
  const auto work = [&](size_t) {
    const ThreadScope scope(threads);
    Judgement judgement;
    for (const SearchCase& found : cases) judgement = Judge(found, harness, options);
    return Dump(ToJson(judgement));
  };
  // Each stage of each run has its limit; this one is for stages that ignore it.
  const double most = (4 * options.seconds + options.golden_seconds) * static_cast<double>(cases.size());
  Judgement judgement;
  RunIsolated(1, work, {.parallel = 1, .timeout_s = most}, [&](size_t, ChildReport&& report) {
    const json answer = ParseJson(report.answer);
    const bool done = report.end == ChildReport::End::kDone && !answer.is_discarded();
    judgement = done ? JudgementFrom(answer) : JudgementOfEnd(report, options);
    return true;
  });
  return judgement;
}

std::string KindOfEnd(const ChildReport& report) {
  const bool timeout =
      report.end == ChildReport::End::kTimeout || (report.end == ChildReport::End::kSignal && report.detail == SIGALRM);
  if (timeout) return report.activity == kGoldenActivity ? "golden timeout" : "timeout";
  return report.end == ChildReport::End::kSignal ? fmt::format("crash SIG{}", sigabbrev_np(report.detail)) : "exit";
}

bool IsTimeout(const std::string& kind) { return kind.ends_with("timeout"); }

Judgement JudgementOfEnd(const ChildReport& report, const RunOptions& options) {
  Judgement judgement{Verdict::kFailed, KindOfEnd(report), "", ""};
  ChildReport shown = report;
  if (IsTimeout(judgement.kind)) shown.end = ChildReport::End::kTimeout;
  const bool golden = judgement.kind == "golden timeout";
  judgement.reason = shown.Describe({.timeout_s = golden ? options.golden_seconds : options.seconds});
  if (!report.output.empty()) judgement.reason += "\n" + NamedStack(report.output);
  return judgement;
}

json ToJson(const Judgement& judgement) {
  return {{"verdict", static_cast<int>(judgement.verdict)},
          {"kind", judgement.kind},
          {"reason", judgement.reason},
          {"kernel", judgement.kernel}};
}

Judgement JudgementFrom(const json& node) {
  return {static_cast<Verdict>(node.at("verdict").get<int>()), node.at("kind"), node.at("reason"), node.at("kernel")};
}

}  // namespace opdk::verify
