#include "sdk/tools/author/questions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <iostream>
#include <sstream>

#include "graph_core/base/text.h"
#include "opdk/safe_text.h"
#include "sdk/tools/author/operator_name.h"

namespace opdk::author {
namespace {

using Check = std::function<Status(const std::string&)>;

bool ReadLine(std::string& line) {
  std::fflush(stderr);
  if (!std::getline(std::cin, line)) return false;
  const size_t first = line.find_first_not_of(" \t\r");
  line = first == std::string::npos ? "" : line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
  return true;
}

Result<std::string> Ask(const std::string& question, const std::string& usual, const Check& check) {
  while (true) {
    fmt::print(stderr, "{}{}: ", SafeLine(question), usual.empty() ? "" : fmt::format(" [{}]", SafeLine(usual)));
    std::string answer;
    if (!ReadLine(answer)) {
      fmt::print(stderr, "\n");
      return Status(ErrorCode::kUsage, fmt::format("the input ended at the question '{}'; nothing was made", question));
    }
    if (answer.empty()) answer = usual;
    const Status status = check(answer);
    if (status.ok()) return answer;
    fmt::print(stderr, "  {}{}\n", SafeLine(status.message()),
               status.hint().empty() ? "" : "; " + SafeLine(status.hint()));
  }
}

Check OneOf(const std::vector<std::string>& known, bool may_be_none) {
  return [known, may_be_none](const std::string& answer) -> Status {
    const auto names = SplitNames(answer, ", ");
    for (const std::string& name : names) {
      if (std::find(known.begin(), known.end(), name) != known.end()) continue;
      if (may_be_none && name == "none" && names.size() == 1) return {};
      const std::string near = Nearest(name, known);
      return Status(ErrorCode::kUsage, near.empty() ? fmt::format("{} is none of {}", name, fmt::join(known, ", "))
                                                    : fmt::format("did you mean {}?", near));
    }
    if (names.empty() && !may_be_none) return Status(ErrorCode::kUsage, "name one at least");
    return {};
  };
}

// Asks for a kind, by its name or its number in the list.
Result<std::string> AskForKind(const TemplateSet& templates) {
  const std::vector<std::string> names = templates.KindNames();
  for (size_t i = 0; i < names.size(); ++i) {
    fmt::print(stderr, "  {} {:14} {}\n", i + 1, names[i], templates.kinds()[i].summary);
  }
  const auto by_number = [&names](const std::string& answer) {
    size_t number = 0;
    const auto [end, error] = std::from_chars(answer.data(), answer.data() + answer.size(), number);
    const bool whole = error == std::errc() && end == answer.data() + answer.size();
    return whole && number >= 1 && number <= names.size() ? names[number - 1] : answer;
  };
  OPDK_TRY(const std::string answer,
           Ask("Kind of operator, by name or number", "elementwise",
               [&](const std::string& text) { return OneOf(names, false)(by_number(text)); }));
  return by_number(answer);
}

}  // namespace

Status AskForPackage(const TemplateSet& templates,
                     const std::function<Status(const std::filesystem::path&)>& check_folder, Answers& answers) {
  OperatorChoice& choice = answers.choice;
  if (answers.directory.empty()) {
    OPDK_TRY(answers.directory, Ask("Folder to make", "my_ops", [&](const std::string& text) -> Status {
               OPDK_TRY(check_folder(text));
               return CheckLowerName(PackageNameOf(std::filesystem::path(text).filename().string()), "package name");
             }));
  }
  if (choice.kind.empty() && choice.from.empty()) {
    OPDK_TRY(choice.kind, AskForKind(templates));
  }
  const TemplateKind* kind = templates.FindKind(choice.kind);
  if (kind != nullptr && choice.operators.empty()) {
    OPDK_TRY(const std::string name, Ask("Name of the operator", kind->prototype.op, CheckOperatorName));
    choice.operators = {name};
  }
  if (kind != nullptr && choice.engines.empty()) {
    const auto& engines = kind->prototype.engines;
    if (engines.size() > 1) {
      OPDK_TRY(const std::string names,
               Ask("Engines", fmt::format("{}", fmt::join(engines, ",")), OneOf(engines, false)));
      choice.engines = SplitNames(names, ", ");
    }
  }
  if (choice.frameworks.empty()) {
    OPDK_TRY(const std::string names,
             Ask(fmt::format("Frameworks to map it from ({})", fmt::join(FrameworkNames(), ",")), "none",
                 OneOf(FrameworkNames(), true)));
    if (names != "none") choice.frameworks = SplitNames(names, ", ");
  }
  if (answers.vendor.empty()) {
    OPDK_TRY(answers.vendor,
             Ask("Vendor", "customize", [](const std::string& text) { return CheckLowerName(text, "vendor"); }));
  }
  return {};
}

bool AskYesNo(const std::string& question) {
  fmt::print(stderr, "{} [y/N]: ", SafeLine(question));
  std::string answer;
  return ReadLine(answer) && (answer == "y" || answer == "Y" || answer == "yes");
}

}  // namespace opdk::author
