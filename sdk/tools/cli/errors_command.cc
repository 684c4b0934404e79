// opdk errors: the meaning of an error code or a code of opdk check, its cause, and the next step.
#include <fmt/format.h>

#include <cctype>
#include <nlohmann/json.hpp>

#include "sdk/tools/author/check/finding.h"
#include "sdk/tools/author/docs/error_catalogue.h"
#include "sdk/tools/cli/commands.h"
#include "sdk/tools/cli/table.h"

namespace opdk::cli {
namespace {

struct ErrorsOptions {
  std::vector<std::string> codes;
  std::string format = "text";
};

const char* SeverityOf(const author::CheckRule& rule) {
  return rule.severity == author::Severity::kError ? "error" : "warning";
}

std::string FormatRule(const author::CheckRule& rule) {
  return fmt::format("{}: {}\n  severity:  {} of opdk check{}\n  next step: {}\n", rule.code, rule.meaning,
                     SeverityOf(rule), rule.needs_library ? ", which needs the built library to find it" : "",
                     rule.mend);
}

nlohmann::json ToJson(const author::CheckRule& rule) {
  return {{"code", rule.code}, {"severity", SeverityOf(rule)}, {"meaning", rule.meaning}, {"next", rule.mend}};
}

// Finds the rule "C608" or "c608"; nullptr for any other name.
const author::CheckRule* FindRuleNamed(std::string name) {
  if (!name.empty() && name[0] == 'c') name[0] = 'C';
  return author::FindRule(name);
}

// Finds the error "E2006", "e2006", "2006" or "kOpInfoInvalid".
Result<const author::ErrorEntry*> Find(const std::string& name) {
  std::vector<std::string> known;
  for (const author::CheckRule& rule : author::CheckRules()) known.emplace_back(rule.code);
  for (const author::ErrorEntry& entry : author::ErrorCatalogue()) {
    const std::string code = ToString(entry.code);
    if (name == entry.enumerator || name == code.substr(1) ||
        (!name.empty() && std::toupper(static_cast<unsigned char>(name[0])) == 'E' &&
         name.substr(1) == code.substr(1))) {
      return &entry;
    }
    known.push_back(code);
    known.emplace_back(entry.enumerator);
  }
  const std::string near = Nearest(name, known);
  return Status(ErrorCode::kNothingSelected,
                fmt::format("there is no error code '{}'{}", name, near.empty() ? "" : "; did you mean " + near + "?"))
      .Hint("opdk errors lists all of them");
}

nlohmann::json ToJson(const author::ErrorEntry& entry) {
  return {{"code", ToString(entry.code)},     {"name", entry.enumerator},
          {"meaning", entry.meaning},         {"cause", entry.cause},
          {"next", entry.next_step},          {"example", entry.example},
          {"exit_code", ExitCode(entry.code)}};
}

Status Errors(const ErrorsOptions& options) {
  std::vector<const author::ErrorEntry*> chosen;
  std::vector<const author::CheckRule*> rules;
  for (const std::string& name : options.codes) {
    if (const author::CheckRule* rule = FindRuleNamed(name); rule != nullptr) {
      rules.push_back(rule);
      continue;
    }
    OPDK_TRY(const author::ErrorEntry* entry, Find(name));
    chosen.push_back(entry);
  }
  if (options.format == "md") {
    if (!options.codes.empty()) return Status(ErrorCode::kUsage, "--format md makes one page of all codes; name none");
    fmt::print("{}", author::ErrorsAsMarkdown());
    return Status();
  }
  const bool all = options.codes.empty();
  for (const author::ErrorEntry& entry : author::ErrorCatalogue()) {
    if (all) chosen.push_back(&entry);
  }
  for (const author::CheckRule& rule : author::CheckRules()) {
    if (all) rules.push_back(&rule);
  }
  if (options.format == "json") {
    nlohmann::json list = nlohmann::json::array();
    for (const author::ErrorEntry* entry : chosen) list.push_back(ToJson(*entry));
    for (const author::CheckRule* rule : rules) list.push_back(ToJson(*rule));
    fmt::print("{}\n", list.dump(2));
  } else if (all) {
    std::vector<std::vector<std::string>> rows = {{"code", "exit", "meaning"}};
    for (const author::ErrorEntry* entry : chosen) {
      rows.push_back({ToString(entry->code), std::to_string(ExitCode(entry->code)), entry->meaning});
    }
    for (const author::CheckRule* rule : rules) rows.push_back({rule->code, SeverityOf(*rule), rule->meaning});
    fmt::print("{}", FormatTable(rows));
  } else {
    for (const author::ErrorEntry* entry : chosen) fmt::print("{}", author::FormatError(*entry));
    for (const author::CheckRule* rule : rules) fmt::print("{}", FormatRule(*rule));
  }
  return Status();
}

}  // namespace

void AddErrorsCommand(CLI::App& app, Status& outcome) {
  CLI::App* command = app.add_subcommand("errors", "Explain error codes and those of opdk check");
  auto options = std::make_shared<ErrorsOptions>();
  command->add_option("code", options->codes,
                      "E2006, 2006, kOpInfoInvalid, or C608 of opdk check (default: a list of all)");
  command->add_option("--format", options->format, "text, json, or md: the page of all codes")
      ->check(CLI::IsMember({"text", "json", "md"}))
      ->capture_default_str();
  command->footer(
      "Examples:\n"
      "  opdk errors E2006\n"
      "  opdk errors C608\n"
      "  opdk errors | grep '^E5'\n"
      "  opdk errors --format md > errors.md");
  command->callback([options, &outcome] { outcome = Errors(*options); });
}

}  // namespace opdk::cli
