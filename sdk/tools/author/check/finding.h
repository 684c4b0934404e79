// What `opdk check` finds: the table of its checks, and one finding.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "opdk/status.h"

namespace opdk::cli {

enum class Severity : unsigned char { kError, kWarning };

// The numbers are stable: scripts ignore findings by them.
struct CheckRule {
  const char* code;  // "C101"
  Severity severity;
  const char* meaning;
  const char* mend;    // the next step where a finding has none of its own
  bool needs_library;  // can't be decided from the sources alone
};
std::span<const CheckRule> CheckRules();
// nullptr: there is none of that code.
const CheckRule* FindRule(const std::string& code);

struct CheckFinding {
  std::string code;
  std::string place;  // "op_info/activation/mish.yaml:3:5", "libmine.so: operator Mish"
  std::string message;
  std::string mend;  // "": the rule's
};

// An error of reading or loading as a finding: its innermost place (or `place` where it has none), message and hint.
CheckFinding FindingOf(const std::string& code, const Status& status, const std::string& place);

nlohmann::json ToJson(const CheckFinding& finding);
CheckFinding FindingFrom(const nlohmann::json& json);

// By place, file order (lines as numbers), then by code.
void SortFindings(std::vector<CheckFinding>& findings);

}  // namespace opdk::cli
