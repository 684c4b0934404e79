// The findings of `opdk check`: the table of its checks, and one finding.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "opdk/status.h"

namespace opdk::author {

enum class Severity : unsigned char { kError, kWarning };

// A check. The numbers are stable: scripts ignore findings by them.
struct CheckRule {
  const char* code;  // "C101"
  Severity severity;
  const char* meaning;
  const char* mend;    // the next step for findings that have none of their own
  bool needs_library;  // can't be decided from the sources alone
};
std::span<const CheckRule> CheckRules();
// Returns the rule with this code; nullptr: there is none.
const CheckRule* FindRule(const std::string& code);

struct CheckFinding {
  std::string code;
  std::string place;  // "op_info/activation/mish.yaml:3:5", "libmine.so: operator Mish"
  std::string message;
  std::string mend;  // "": the rule's
};

// Converts an error of reading or loading to a finding: its innermost place (or `place` if it has none), message and
// hint.
CheckFinding FindingOf(const std::string& code, const Status& status, const std::string& place);

nlohmann::json ToJson(const CheckFinding& finding);
CheckFinding FindingFrom(const nlohmann::json& json);

// Sorts by place in file order (lines as numbers), then by code.
void SortFindings(std::vector<CheckFinding>& findings);

}  // namespace opdk::author
