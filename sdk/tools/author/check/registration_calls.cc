#include "sdk/tools/author/check/registration_calls.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "sdk/tools/author/macro_scan.h"

namespace opdk::author {
namespace {

bool IsName(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  });
}

// Returns the operator's name. REG_OP takes it as it is, REGISTER_CPU_KERNEL takes the name of a variable, other macros
// take a string.
std::string OperatorOf(const MacroUse& use, const MacroScan& scan) {
  if (use.arguments.empty()) return "";
  const std::string& argument = use.arguments[0];
  const bool is_name = IsName(argument);
  if (is_name && use.name != "REGISTER_CPU_KERNEL") return argument;
  const bool is_literal = argument.size() > 2 && argument.front() == '"' && argument.back() == '"';
  return is_name || is_literal ? scan.TextOf(argument).value_or("") : "";
}

}  // namespace

ScannedSource FindRegistrations(std::string_view text, const std::vector<std::string>& macros) {
  const MacroScan scan = ScanMacros(text);
  ScannedSource source;
  source.begins_with_comment = scan.begins_with_comment;
  for (const MacroUse& use : scan.uses) {
    if (std::find(macros.begin(), macros.end(), use.name) == macros.end()) continue;
    MacroCall call{use.name, OperatorOf(use, scan), use.line, use.column, use.commented};
    if (use.in_directive || call.argument.empty()) {
      source.hides_some = true;
    } else {
      source.calls.push_back(std::move(call));
    }
  }
  return source;
}

}  // namespace opdk::author
