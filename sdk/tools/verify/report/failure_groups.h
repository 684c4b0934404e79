// Groups of failures with one cause: the same operator on the same engine fails in the same way.
#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>
#include <vector>

#include "sdk/tools/verify/report/run_report.h"

namespace opdk::verify {

// Returns the key of a cause: operator, engine, kind, and the first line of the explanation without its numbers and the
// case's dtype. "output y: 3 of 8 elements are wrong" and "output y: 12 of 500 elements are wrong" have equal keys.
std::string CauseOf(const CaseReport& report);

struct FailureGroup {
  std::string op;
  std::string engine;
  std::string message;  // explanation of the first failure
  std::string first;    // id of the first failure
  size_t count = 0;
  // Returns "7 cases of Foo on ai_cpu: crashed with SIGSEGV; first: Foo/is odd/float/ai_cpu".
  std::string Line() const;
};

// The groups, in the order in which they began.
class FailureGroups {
 public:
  // Adds a failure and returns the number of failures in its group.
  size_t Add(const CaseReport& report);
  const std::vector<FailureGroup>& groups() const { return groups_; }

 private:
  std::vector<FailureGroup> groups_;
  std::unordered_map<std::string, size_t> by_cause_;
};

}  // namespace opdk::verify
