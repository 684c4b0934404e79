// Expected outcomes: tests that the tree promises by its mappings, and known gaps (known_gaps*.yaml).
#pragma once

#include <set>
#include <string>
#include <vector>

#include "graph_core/package/package_registry.h"
#include "opdk/status.h"
#include "tests/conformance/test_case.h"

namespace opdk::conformance {

// A test that may fail, and must: one that passes is no gap any more.
struct KnownGap {
  std::string test;    // name; a trailing * stands for any ending
  std::string engine;  // "all", "default" or "ai_cpu"
  std::string reason;
  bool by_chance;  // the test draws numbers anew in each run, so it may pass now and then

  bool Covers(const std::string& test_name, const std::string& engine_name) const;
};

struct Expectations {
  std::vector<KnownGap> gaps;
  // Operators that have a mapping: a test of these alone may not be unsupported.
  std::set<std::string> required;

  const KnownGap* FindGap(const std::string& test, const std::string& engine) const;
  bool MustBeSupported(const CaseInfo& info) const;
};

// Reads the expectations. E1002, E1005: a file can't be read or an entry lacks a field.
Result<Expectations> ReadExpectations(const std::string& gaps, const PackageRegistry& packages);

}  // namespace opdk::conformance
