// The derived cases of all operators of the packages under test.
#pragma once

#include <string>
#include <vector>

#include "sdk/tools/verify/derive/derive.h"
#include "sdk/tools/verify/isolation/isolated.h"

namespace opdk::verify {

struct DeriveRequest {
  bool every_operator = false;  // false: only those that have no case
  // Operators, or the beginning "Operator/…" of an id; empty, or how derived cases' names begin ("derived"): all.
  std::vector<std::string> filters;
  std::vector<std::string> plugins;  // the directories and libraries under test
  DeriveOptions options;
};

struct DerivedAll {
  std::vector<OpCase> cases;
  size_t operators = 0;
  std::vector<std::string> notes;  // operators of which nothing can be derived, and why
  // Operators whose verification or inference crashed or hung, and columns that no node can have.
  std::vector<std::string> failures;
};

// The operators whose winning provider lies in one of the directories, or is one of the libraries; sorted.
std::vector<std::string> OperatorsUnderTest(const std::vector<std::string>& plugins, const PackageRegistry& packages);

// Each operator in a child process. E2011: a derived case that can't be read (our own fault).
Result<DerivedAll> DeriveAll(const DeriveRequest& request, const std::vector<OpCase>& cases, const Bench& bench,
                             const IsolationOptions& isolation);

}  // namespace opdk::verify
