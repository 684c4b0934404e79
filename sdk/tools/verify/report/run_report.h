// The result of a whole run of operator cases: the one model from which every report is written.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "graph_core/package/package_registry.h"
#include "sdk/tools/verify/cases/op_case.h"
#include "sdk/tools/verify/compare/case_result.h"
#include "sdk/tools/verify/isolation/isolated.h"

namespace opdk::verify {

// One case with one dtype on one engine.
struct CaseReport {
  std::string id;  // "Mish/is odd/float/ai_core"
  std::string op;
  std::string name;
  std::string dtype;
  std::string engine;
  std::string place;             // "tests/op/mish.yaml:12: Mish is odd"
  std::optional<uint64_t> seed;  // of the case's random data
  bool expects_refusal = false;
  // Hash of the case's text. A case with another digest is another case, even under the same name.
  std::string digest;
  std::optional<OpCase> written;  // none: the result is an earlier run's, without the case itself
  std::string reproducer;
  std::string again;  // "opdk repro 1f3c9a07", of a kept failure; "": not kept

  CaseResult result;
  ChildReport::End end = ChildReport::End::kDone;
  std::string signal;  // "SIGSEGV", if a signal ended the process
  double seconds = 0;  // in its process, with everything around the kernel
  std::string output;  // the process's output; after a crash, with the named call stack

  bool crashed() const { return end == ChildReport::End::kSignal; }
  // Returns a failure's reason, and the findings that the reason doesn't mention.
  std::string Explanation() const;
  // Returns the lines of errors that the process logged and that nobody reports: each once, in their order. Empty for a
  // process that didn't reach its end, whose whole output is shown.
  std::vector<std::string> LoggedErrors() const;
};

struct Counts {
  size_t passed = 0;  // with expected refusals and inferences
  size_t failed = 0;
  size_t not_verified = 0;
  size_t skipped = 0;  // not for that engine

  void Add(const CaseResult& result);
  size_t total() const { return passed + failed + not_verified + skipped; }
  // Returns "12 passed, 0 failed, 4 not for that engine (-v lists them)".
  std::string Line() const;
  // Returns ", 3 ran, not verified", which ends a summary so that nobody overlooks it; "" if every case that ran was
  // verified.
  std::string LastWord() const;
};

// The tested packages, opdk, and the machine.
struct Environment {
  struct Library {
    std::string name;
    std::string vendor;
    std::string version;
    std::string path;
    std::string sha256;
    bool builtin = false;
  };
  std::string opdk_version;
  std::string compiler;  // of opdk
  std::string cpu;
  std::vector<std::string> cpu_features;  // the features that choose kernels
  int cpus = 0;
  std::string system;  // "Linux 6.1.0 x86_64"
  std::vector<Library> packages;
};
// Describes this process's environment. `packages`: their libraries are read for the hash.
Environment DescribeEnvironment(const PackageRegistry& packages);

struct RunReport {
  std::string command;  // as it was called, quoted for a shell
  Environment environment;
  std::string seed;      // of the run; "": none was given
  std::string standard;  // the standard that replaced the cases' own; "": none
  std::string start;     // "2026-11-21T16:02:47Z"
  double seconds = 0;
  size_t selected = 0;       // number of cases to run
  bool interrupted = false;  // some selected cases didn't run
  std::vector<CaseReport> cases;
  std::vector<std::string> common_traits;  // of failing cases (common_traits.h)
  std::vector<std::string> likely_faults;  // of wrong ones (explain/likely_faults.h)

  Counts counts() const;
};

// Converts a case's report to JSON, for reports and for the log of a run, in opdk's form, not msOpST's. The case itself
// (`written`) is left out.
nlohmann::json ToJson(const CaseReport& report);
CaseReport CaseReportFrom(const nlohmann::json& json);
nlohmann::json ToJson(const Environment& environment);
// Converts everything but the cases.
nlohmann::json HeadToJson(const RunReport& run);

// Returns JSON as text. Bytes that aren't UTF-8 (an operator may print any) become U+FFFD.
std::string Dump(const nlohmann::json& json, int indent = -1);

}  // namespace opdk::verify
