#include "sdk/tools/verify/report/run_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

namespace opdk::verify {
namespace {

using nlohmann::json;

constexpr const char* kEnds[] = {"done", "signal", "exit", "timeout"};

}  // namespace

void Counts::Add(const CaseResult& result) {
  if (result.outcome == Outcome::kUnsupported || result.outcome == Outcome::kSkipped) {
    ++skipped;
  } else if (result.outcome == Outcome::kNotVerified) {
    ++not_verified;
  } else if (result.ok()) {
    ++passed;
  } else {
    ++failed;
  }
}

std::string Counts::Line() const {
  return fmt::format("{} passed, {} failed{}", passed, failed,
                     skipped == 0 ? "" : fmt::format(", {} not for that engine (-v lists them)", skipped));
}

std::string Counts::LastWord() const {
  return not_verified == 0 ? "" : fmt::format(", {} ran, not verified", not_verified);
}

std::string CaseReport::Explanation() const {
  std::string text = result.reason;
  for (const Finding& finding : result.findings) {
    if (result.reason.find(finding.message) != std::string::npos) continue;
    if (!text.empty()) text += "\n";
    text += fmt::format("{}: {}", finding.check, finding.message);
    if (!finding.help.empty()) text += "\n  help: " + finding.help;
  }
  return text;
}

std::vector<std::string> CaseReport::LoggedErrors() const {
  std::vector<std::string> errors;
  if (end != ChildReport::End::kDone || result.outcome == Outcome::kRefused) return errors;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("[ERROR] ")) continue;
    if (std::find(errors.begin(), errors.end(), line) == errors.end()) errors.push_back(std::move(line));
  }
  return errors;
}

Counts RunReport::counts() const {
  Counts counts;
  for (const CaseReport& one : cases) counts.Add(one.result);
  return counts;
}

json ToJson(const CaseReport& report) {
  json root = {{"id", report.id},
               {"op", report.op},
               {"case", report.name},
               {"dtype", report.dtype},
               {"engine", report.engine},
               {"place", report.place},
               {"expects_refusal", report.expects_refusal},
               {"digest", report.digest},
               {"reproducer", report.reproducer},
               {"again", report.again},
               {"end", kEnds[static_cast<size_t>(report.end)]},
               {"signal", report.signal},
               {"seconds", report.seconds},
               {"output", report.output},
               {"result", ToJson(report.result)}};
  // As text: JavaScript and jq round numbers beyond 2^53.
  root["seed"] = report.seed ? json(std::to_string(*report.seed)) : json(nullptr);
  return root;
}

CaseReport CaseReportFrom(const json& root) {
  CaseReport report;
  report.id = root.at("id");
  report.op = root.at("op");
  report.name = root.at("case");
  report.dtype = root.at("dtype");
  report.engine = root.at("engine");
  report.place = root.at("place");
  report.expects_refusal = root.at("expects_refusal");
  report.digest = root.at("digest");
  report.reproducer = root.at("reproducer");
  report.again = root.value("again", "");
  for (size_t i = 0; i < std::size(kEnds); ++i) {
    if (root.at("end") == kEnds[i]) report.end = static_cast<ChildReport::End>(i);
  }
  report.signal = root.at("signal");
  report.seconds = root.at("seconds");
  report.output = root.at("output");
  report.result = CaseResultFrom(root.at("result"));
  if (!root.at("seed").is_null()) report.seed = std::stoull(root.at("seed").get<std::string>());
  return report;
}

json ToJson(const Environment& environment) {
  json packages = json::array();
  for (const Environment::Library& library : environment.packages) {
    packages.push_back({{"name", library.name},
                        {"vendor", library.vendor},
                        {"version", library.version},
                        {"path", library.path},
                        {"sha256", library.sha256},
                        {"builtin", library.builtin}});
  }
  return {{"opdk", environment.opdk_version}, {"compiler", environment.compiler},
          {"cpu", environment.cpu},           {"cpu_features", environment.cpu_features},
          {"cpus", environment.cpus},         {"system", environment.system},
          {"packages", std::move(packages)}};
}

json HeadToJson(const RunReport& run) {
  const Counts counts = run.counts();
  return {{"command", run.command},
          {"environment", ToJson(run.environment)},
          {"seed", run.seed},
          {"standard", run.standard},
          {"start", run.start},
          {"seconds", run.seconds},
          {"selected", run.selected},
          {"interrupted", run.interrupted},
          {"passed", counts.passed},
          {"failed", counts.failed},
          {"not_verified", counts.not_verified},
          {"skipped", counts.skipped},
          {"common_traits", run.common_traits},
          {"likely_faults", run.likely_faults}};
}

std::string Dump(const json& root, int indent) { return root.dump(indent, ' ', false, json::error_handler_t::replace); }

}  // namespace opdk::verify
