// The derived cases of all operators of the packages under test.
#pragma once

#include <string>
#include <vector>

#include "sdk/tools/verify/derive/derive.h"
#include "sdk/tools/verify/isolation/isolated.h"

namespace opdk::verify {

struct DeriveRequest {
  bool every_operator = false;  // false: only operators without a case
  // Operators, or the beginning "Operator/…" of an id. Empty, or the beginning of derived cases' names ("derived"):
  // all.
  std::vector<std::string> filters;
  std::vector<std::string> plugins;  // the directories and libraries under test
  DeriveOptions options;
};

struct DerivedAll {
  std::vector<OpCase> cases;
  size_t operators = 0;
  std::vector<std::string> notes;  // operators for which no case can be derived, and why
  // Operators whose verification or inference crashed or hung, and columns that no node can have.
  std::vector<std::string> failures;
};

// Returns the operators whose winning provider lies in one of the directories, or is one of the libraries; sorted.
std::vector<std::string> OperatorsUnderTest(const std::vector<std::string>& plugins, const PackageRegistry& packages);

// Derives the cases of each operator in a child process. E2011: a derived case can't be read (a fault of opdk).
Result<DerivedAll> DeriveAll(const DeriveRequest& request, const std::vector<OpCase>& cases, const TestHarness& harness,
                             const IsolationOptions& isolation);

}  // namespace opdk::verify
