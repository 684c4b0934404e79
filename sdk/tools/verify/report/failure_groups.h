// Failures that have one cause: the same operator on the same engine fails in the same way.
#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>
#include <vector>

#include "sdk/tools/verify/report/run_report.h"

namespace opdk::verify {

// What failures of one cause have in common: operator, engine, kind, and the first line of the explanation without its
// numbers and the case's dtype. "output y: 3 of 8 elements are wrong" and "output y: 12 of 500 elements are wrong" are
// the same.
std::string CauseOf(const CaseReport& report);

struct FailureGroup {
  std::string op;
  std::string engine;
  std::string message;  // of the first one
  std::string first;    // its id
  size_t count = 0;
  // "7 cases of Foo on ai_cpu: crashed with SIGSEGV; first: Foo/is odd/float/ai_cpu".
  std::string Line() const;
};

// In the order in which the groups began.
class FailureGroups {
 public:
  // How many of its group there are with it.
  size_t Add(const CaseReport& report);
  const std::vector<FailureGroup>& groups() const { return groups_; }

 private:
  std::vector<FailureGroup> groups_;
  std::unordered_map<std::string, size_t> by_cause_;
};

}  // namespace opdk::verify
