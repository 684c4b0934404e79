// opdk errors: what an error code means, why it comes about, and what to do.
#include <fmt/format.h>

#include <cctype>
#include <nlohmann/json.hpp>

#include "sdk/tools/author/docs/error_catalogue.h"
#include "sdk/tools/cli/commands.h"
#include "sdk/tools/cli/table.h"

namespace opdk::cli {
namespace {

struct ErrorsOptions {
  std::vector<std::string> codes;
  std::string format = "text";
};

// "E2006", "e2006", "2006" or "kOpInfoInvalid".
Result<const ErrorEntry*> Find(const std::string& name) {
  std::vector<std::string> known;
  for (const ErrorEntry& entry : ErrorCatalogue()) {
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

nlohmann::json ToJson(const ErrorEntry& entry) {
  return {{"code", ToString(entry.code)},     {"name", entry.enumerator},
          {"meaning", entry.meaning},         {"cause", entry.cause},
          {"next", entry.next_step},          {"example", entry.example},
          {"exit_code", ExitCode(entry.code)}};
}

Status Errors(const ErrorsOptions& options) {
  std::vector<const ErrorEntry*> chosen;
  for (const std::string& name : options.codes) {
    OPDK_TRY(const ErrorEntry* entry, Find(name));
    chosen.push_back(entry);
  }
  if (options.format == "md") {
    if (!chosen.empty()) return Status(ErrorCode::kUsage, "--format md makes one page of all codes; name none");
    fmt::print("{}", ErrorsAsMarkdown());
    return Status();
  }
  const bool all = chosen.empty();
  for (const ErrorEntry& entry : ErrorCatalogue()) {
    if (all) chosen.push_back(&entry);
  }
  if (options.format == "json") {
    nlohmann::json list = nlohmann::json::array();
    for (const ErrorEntry* entry : chosen) list.push_back(ToJson(*entry));
    fmt::print("{}\n", list.dump(2));
  } else if (all) {
    std::vector<std::vector<std::string>> rows = {{"code", "exit", "meaning"}};
    for (const ErrorEntry* entry : chosen) {
      rows.push_back({ToString(entry->code), std::to_string(ExitCode(entry->code)), entry->meaning});
    }
    fmt::print("{}", FormatTable(rows));
  } else {
    for (const ErrorEntry* entry : chosen) fmt::print("{}", FormatError(*entry));
  }
  return Status();
}

}  // namespace

void AddErrorsCommand(CLI::App& app, Status& outcome) {
  CLI::App* command = app.add_subcommand("errors", "Explain error codes");
  auto options = std::make_shared<ErrorsOptions>();
  command->add_option("code", options->codes, "E2006, 2006 or kOpInfoInvalid (default: a list of all)");
  command->add_option("--format", options->format, "text, json, or md: the page of all codes")
      ->check(CLI::IsMember({"text", "json", "md"}))
      ->capture_default_str();
  command->footer(
      "Examples:\n"
      "  opdk errors E2006\n"
      "  opdk errors | grep '^E5'\n"
      "  opdk errors --format md > errors.md");
  command->callback([options, &outcome] { outcome = Errors(*options); });
}

}  // namespace opdk::cli
