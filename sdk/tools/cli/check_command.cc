// opdk check: finds faults of a package, without running a kernel.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "opdk/safe_text.h"
#include "sdk/tools/author/check/package_check.h"
#include "sdk/tools/cli/commands.h"
#include "sdk/tools/cli/idle_options.h"
#include "sdk/tools/cli/model_options.h"
#include "sdk/tools/cli/positive_number.h"
#include "sdk/tools/cli/table.h"
#include "sdk/tools/package/package_build.h"

namespace opdk::cli {
namespace {

namespace fs = std::filesystem;

struct CheckOptions {
  std::string target = ".";
  std::string library;
  std::vector<std::string> plugin_dirs;
  std::vector<std::string> only;
  std::vector<std::string> ignore;
  std::string format = "text";
  BuildRequest build;
  int jobs = 0;
  bool do_build = false;
  bool strict = false;
  bool list = false;
};

std::string SeverityName(const author::CheckFinding& finding) {
  return author::FindRule(finding.code)->severity == author::Severity::kError ? "error" : "warning";
}

std::string MendOf(const author::CheckFinding& finding) {
  return finding.mend.empty() ? author::FindRule(finding.code)->mend : finding.mend;
}

// Returns whether a pattern matches the code. "C1" matches all codes that begin with C1.
bool Matches(const std::string& code, const std::vector<std::string>& patterns) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&code](const std::string& pattern) { return code.starts_with(pattern); });
}

Status CheckPatterns(const std::vector<std::string>& patterns) {
  std::vector<std::string> known;
  for (const author::CheckRule& rule : author::CheckRules()) known.emplace_back(rule.code);
  for (const std::string& pattern : patterns) {
    if (!pattern.empty() &&
        std::any_of(known.begin(), known.end(), [&](const auto& k) { return k.starts_with(pattern); })) {
      continue;
    }
    const std::string near = Nearest(pattern, known);
    return Status(ErrorCode::kUsage, fmt::format("there is no check '{}'{}", pattern,
                                                 near.empty() ? "" : fmt::format("; did you mean {}?", near)))
        .Hint("opdk check --list shows all checks");
  }
  return Status();
}

void PrintRules() {
  std::vector<std::vector<std::string>> rows = {{"code", "severity", "needs a build", "finds"}};
  for (const author::CheckRule& rule : author::CheckRules()) {
    rows.push_back({rule.code, rule.severity == author::Severity::kError ? "error" : "warning",
                    rule.needs_library ? "yes" : "no", rule.meaning});
  }
  fmt::print("{}", FormatTable(rows));
}

nlohmann::json AsJson(const author::CheckReport& report) {
  nlohmann::json json = {{"findings", nlohmann::json::array()},
                         {"operators", report.operators},
                         {"left_out", {{"codes", report.left_out}, {"because", report.left_out_because}}}};
  for (const author::CheckFinding& finding : report.findings) {
    json["findings"].push_back({{"code", finding.code},
                                {"severity", SeverityName(finding)},
                                {"place", finding.place},
                                {"message", finding.message},
                                {"mend", MendOf(finding)}});
  }
  return json;
}

// Formats the report as SARIF 2.1.0, which editors and code hosts show beside the source.
nlohmann::json AsSarif(const author::CheckReport& report) {
  nlohmann::json rules = nlohmann::json::array();
  for (const author::CheckRule& rule : author::CheckRules()) {
    rules.push_back(
        {{"id", rule.code}, {"shortDescription", {{"text", rule.meaning}}}, {"help", {{"text", rule.mend}}}});
  }
  nlohmann::json results = nlohmann::json::array();
  for (const author::CheckFinding& finding : report.findings) {
    // "file:line:column", as far as it goes.
    std::string file = finding.place.substr(0, finding.place.find(':'));
    int line = 0;
    int column = 0;
    if (file.size() < finding.place.size()) {
      std::sscanf(finding.place.c_str() + file.size(), ":%d:%d", &line, &column);
    }
    nlohmann::json location = {{"artifactLocation", {{"uri", file}}}};
    if (line > 0) location["region"] = {{"startLine", line}, {"startColumn", std::max(column, 1)}};
    results.push_back({{"ruleId", finding.code},
                       {"level", SeverityName(finding)},
                       {"message", {{"text", finding.message + "\n" + MendOf(finding)}}},
                       {"locations", {{{"physicalLocation", location}}}}});
  }
  return {{"version", "2.1.0"},
          {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
          {"runs", {{{"tool", {{"driver", {{"name", "opdk check"}, {"rules", rules}}}}}, {"results", results}}}}};
}

void PrintText(const author::CheckReport& report, size_t errors, size_t warnings) {
  for (const author::CheckFinding& finding : report.findings) {
    fmt::print("{}: {} {}: {}\n  help: {}\n", SafeLine(finding.place), SeverityName(finding), finding.code,
               SafeLine(finding.message), SafeLine(MendOf(finding)));
  }
  if (!report.left_out.empty()) {
    std::fflush(stdout);
    fmt::print(stderr, "not checked: {} ({})\n", fmt::join(report.left_out, " "), SafeLine(report.left_out_because));
  }
  fmt::print("{} operator{}, {} error{}, {} warning{}\n", report.operators.size(),
             report.operators.size() == 1 ? "" : "s", errors, errors == 1 ? "" : "s", warnings,
             warnings == 1 ? "" : "s");
}

// Returns the library of the package with these sources: built now, or by the last build; "" if there is none.
Result<std::string> LibraryOf(const CheckOptions& options, const std::string& root) {
  std::vector<BuiltPackage> packages;
  BuildRequest build = options.build;
  build.root = root;
  if (options.do_build) {
    OPDK_TRY(packages, BuildPackage(build));
  } else if (auto built = ReadBuiltPackages(BuildDirectory(build)); built.ok()) {
    packages = std::move(built).value();
  }
  std::error_code error;
  for (const BuiltPackage& package : packages) {
    if (fs::equivalent(package.root, root, error) && fs::exists(package.library, error)) return package.library;
  }
  return std::string();
}

Result<author::CheckRequest> RequestOf(const CheckOptions& options) {
  author::CheckRequest request;
  request.plugin_dirs = options.plugin_dirs;
  request.jobs = options.jobs;
  std::error_code error;
  if (fs::is_regular_file(options.target, error)) {
    request.library = fs::absolute(options.target, error).string();
    return request;
  }
  OPDK_TRY(request.root, FindPackageRoot(options.target));
  if (options.library.empty()) {
    OPDK_TRY(request.library, LibraryOf(options, request.root));
  } else {
    request.library = fs::absolute(options.library, error).string();
  }
  return request;
}

Status Check(const CheckOptions& options) {
  if (options.list) {
    PrintRules();
    return Status();
  }
  OPDK_TRY(CheckPatterns(options.only));
  OPDK_TRY(CheckPatterns(options.ignore));
  OPDK_TRY(const author::CheckRequest request, RequestOf(options));
  author::CheckReport report = author::CheckPackage(request);
  const auto unwanted = [&](const std::string& code) {
    return (!options.only.empty() && !Matches(code, options.only)) || Matches(code, options.ignore);
  };
  std::erase_if(report.findings, [&](const author::CheckFinding& finding) { return unwanted(finding.code); });
  std::erase_if(report.left_out, unwanted);
  const auto errors = static_cast<size_t>(
      std::count_if(report.findings.begin(), report.findings.end(),
                    [](const author::CheckFinding& finding) { return SeverityName(finding) == "error"; }));
  const size_t warnings = report.findings.size() - errors;
  if (options.format == "text") {
    PrintText(report, errors, warnings);
  } else {
    const nlohmann::json json = options.format == "json" ? AsJson(report) : AsSarif(report);
    fmt::print("{}\n", json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
  }
  if (errors == 0 && (warnings == 0 || !options.strict)) return Status();
  return Status(ErrorCode::kCheckFailed, fmt::format("{} error{}, {} warning{}", errors, errors == 1 ? "" : "s",
                                                     warnings, warnings == 1 ? "" : "s"))
      .Hint("each finding says how to mend it; --ignore CODE leaves one out");
}

}  // namespace

void AddCheckCommand(CLI::App& app, Status& outcome) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App* command =
      app.add_subcommand("check", "Say what is wrong with an operator package, without running a kernel");
  command->add_option("target", options->target, "a package's directory, or any below it, or a library lib*.so")
      ->capture_default_str();
  command->add_flag("--build", options->do_build, "build the package first");
  command->add_option("--build-dir", options->build.directory, "where it is built (default: build in the package)");
  command->add_option("--library", options->library, "the package's library, in place of what the last build made")
      ->check(CLI::ExistingFile);
  AddPluginsOption(*command, options->plugin_dirs);
  command->add_option("--only", options->only, "only these checks: C402, or C6 for all that begin with it; repeatable")
      ->delimiter(',')
      ->allow_extra_args(false);
  command->add_option("--ignore", options->ignore, "not these checks; repeatable")
      ->delimiter(',')
      ->allow_extra_args(false);
  command->add_option("--format", options->format, "text, json or sarif")
      ->check(CLI::IsMember({"text", "json", "sarif"}))
      ->capture_default_str();
  command->add_flag("--strict", options->strict, "warnings fail the check too");
  command->add_flag("--list", options->list, "print the checks and check nothing");
  command->add_option("-j,--jobs", options->jobs, "operators at once (default: one per processor)")
      ->check(PositiveNumber());
  Exclude(*command, "--library", {"--build", "--build-dir"});
  Exclude(*command, "--list", {"--format"});
  command->footer(
      "Sources, library, operator cases and documentation are held against each other. Shape inference is called on "
      "small\n"
      "shapes, in processes of its own; no kernel runs. A package that isn't built is checked as far as its sources "
      "go.\n"
      "Exit code 1 when there is an error (with --strict: or a warning), else 0.\n\n"
      "Examples:\n"
      "  opdk check\n"
      "  opdk check --build --strict\n"
      "  opdk check build/libmine.so\n"
      "  opdk check --ignore C501,C402 --format sarif > check.sarif");
  command->callback([options, &outcome] { outcome = Check(*options); });
}

}  // namespace opdk::cli
