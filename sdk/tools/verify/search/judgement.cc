#include "sdk/tools/verify/search/judgement.h"

#include <fmt/format.h>
#include <sys/time.h>

#include <csignal>
#include <cstring>
#include <nlohmann/json.hpp>
#include <utility>

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
  // What the search made isn't a case, or not a legal one: no expression stands for it either.
  if (kind == "case" || kind == "refused" || kind == "golden") return {Verdict::kRefused, "", result.reason, ""};
  // No column, or check_support of the kernel: it says no before anything runs.
  if (kind == "engine") return {Verdict::kUnsupported, "", result.reason, ""};
  // A kernel may refuse arguments. Only what something else computes from them says that they are legal.
  if (kind == "kernel" && result.golden.empty()) return {Verdict::kRefused, "", result.reason, ""};
  return {Verdict::kFailed, kind, result.reason, result.kernel};
}

}  // namespace

Judgement Judge(const SearchCase& found, const Bench& bench, const RunOptions& options) {
  return FromResult(RunCase(found.ToCase(), found.dtype(), found.engine, bench, options));
}

Judgement JudgeIsolated(const SearchCase& found, const Bench& bench, const RunOptions& options, double timeout_s) {
  Judgement judgement;
  RunIsolated(
      1, [&](size_t) { return Dump(ToJson(Judge(found, bench, options))); }, {.parallel = 1, .timeout_s = timeout_s},
      [&](size_t, ChildReport&& report) {
        const json answer = json::parse(report.answer, nullptr, false);
        const bool done = report.end == ChildReport::End::kDone && !answer.is_discarded();
        judgement = done ? JudgementFrom(answer) : JudgementOfEnd(report, timeout_s);
        return true;
      });
  return judgement;
}

void LimitTime(double seconds) {
  itimerval timer = {};
  timer.it_value.tv_sec = static_cast<time_t>(seconds);
  timer.it_value.tv_usec = static_cast<suseconds_t>((seconds - static_cast<double>(timer.it_value.tv_sec)) * 1e6);
  setitimer(ITIMER_REAL, &timer, nullptr);
}

std::string KindOfEnd(const ChildReport& report) {
  if (report.end == ChildReport::End::kTimeout) return "timeout";
  if (report.end != ChildReport::End::kSignal) return "exit";
  return report.detail == SIGALRM ? "timeout" : fmt::format("crash SIG{}", sigabbrev_np(report.detail));
}

Judgement JudgementOfEnd(const ChildReport& report, double timeout_s) {
  Judgement judgement{Verdict::kFailed, KindOfEnd(report), "", ""};
  ChildReport shown = report;
  if (judgement.kind == "timeout") shown.end = ChildReport::End::kTimeout;
  judgement.reason = shown.Describe({.timeout_s = timeout_s});
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
