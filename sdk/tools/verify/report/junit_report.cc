#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "graph_core/base/json_reading.h"
#include "sdk/tools/verify/report/writers.h"

namespace opdk::verify {
namespace {

// Escapes attributes and text. Characters that XML can't hold (most control characters, bytes that aren't UTF-8) are
// shown, not dropped: an operator's output may be anything.
std::string Xml(const std::string& text) {
  const std::string valid = ParseJson(Dump(text)).get<std::string>();
  std::string escaped;
  for (const char c : valid) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '<') {
      escaped += "&lt;";
    } else if (c == '>') {
      escaped += "&gt;";
    } else if (c == '&') {
      escaped += "&amp;";
    } else if (c == '"') {
      escaped += "&quot;";
    } else if (c == '\n' || c == '\t') {
      escaped += fmt::format("&#{};", byte);
    } else if (byte < 0x20 || byte == 0x7f) {
      escaped += fmt::format("\\x{:02x}", byte);
    } else {
      escaped += c;
    }
  }
  return escaped;
}

struct Suite {
  std::vector<const CaseReport*> cases;
  size_t failures = 0;
  size_t errors = 0;
  size_t skipped = 0;
  double seconds = 0;
};

bool IsError(const CaseReport& report) { return !report.result.ok() && report.end != ChildReport::End::kDone; }

std::string FirstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

void AppendVerdict(const CaseReport& report, std::string& out) {
  const CaseResult& result = report.result;
  const auto append = [&](const char* element, const std::string& type) {
    out += fmt::format(
        "      <{0} message=\"{1}\" type=\"{2}\">{3}</{0}>\n", element, Xml(FirstLine(report.Explanation())), Xml(type),
        Xml(fmt::format("{}\nat: {}\nreproduce: {}", report.Explanation(), report.place, report.reproducer)));
  };
  if (IsError(report)) {
    append("error", report.signal.empty() ? "process" : report.signal);
  } else if (!result.ok()) {
    append("failure", result.findings.empty() ? "failed" : result.findings[0].check);
  } else if (result.outcome == Outcome::kNotVerified || result.outcome == Outcome::kUnsupported ||
             result.outcome == Outcome::kSkipped) {
    out += fmt::format("      <skipped message=\"{}\"/>\n", ToString(result.outcome));
  }
}

void AppendCase(const CaseReport& report, std::string& out) {
  out += fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"{:.6f}\">\n",
                     Xml(fmt::format("{}.{}.{}", report.op, report.engine, report.dtype)), Xml(report.name),
                     report.seconds);
  AppendVerdict(report, out);
  if (!report.output.empty()) out += fmt::format("      <system-out>{}</system-out>\n", Xml(report.output));
  out += "    </testcase>\n";
}

void AppendProperties(const RunReport& run, std::string& out) {
  out += "    <properties>\n";
  const auto append = [&](const char* name, const std::string& value) {
    if (!value.empty()) out += fmt::format("      <property name=\"{}\" value=\"{}\"/>\n", name, Xml(value));
  };
  append("command", run.command);
  append("opdk", run.environment.opdk_version);
  append("compiler", run.environment.compiler);
  append("cpu", run.environment.cpu);
  append("seed", run.seed);
  append("standard", run.standard);
  for (const Environment::Library& library : run.environment.packages) {
    append("package", fmt::format("{} {} {} sha256:{}", library.name, library.version, library.path, library.sha256));
  }
  out += "    </properties>\n";
}

}  // namespace

std::string JunitReport(const RunReport& run) {
  std::map<std::string, Suite> suites;
  Suite all;
  for (const CaseReport& report : run.cases) {
    const Outcome outcome = report.result.outcome;
    const bool skipped =
        outcome == Outcome::kNotVerified || outcome == Outcome::kUnsupported || outcome == Outcome::kSkipped;
    for (Suite* suite : {&suites[report.op], &all}) {
      suite->cases.push_back(&report);
      suite->errors += IsError(report) ? 1 : 0;
      suite->failures += !report.result.ok() && !IsError(report) ? 1 : 0;
      suite->skipped += skipped ? 1 : 0;
      suite->seconds += report.seconds;
    }
  }
  // JUnit's times are local and without a zone; ours are UTC.
  const std::string timestamp = run.start.substr(0, run.start.find('Z'));
  const auto numbers = [&](const Suite& suite) {
    return fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.6f}\" timestamp=\"{}\"",
                       suite.cases.size(), suite.failures, suite.errors, suite.skipped, suite.seconds, timestamp);
  };
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  out += fmt::format("<testsuites name=\"opdk test\" {}>\n", numbers(all));
  for (const auto& [op, suite] : suites) {
    out += fmt::format("  <testsuite name=\"{}\" {}>\n", Xml(op), numbers(suite));
    AppendProperties(run, out);
    for (const CaseReport* report : suite.cases) AppendCase(*report, out);
    out += "  </testsuite>\n";
  }
  return out + "</testsuites>\n";
}

}  // namespace opdk::verify
