// The options of `opdk test`.
#pragma once

#include <string>
#include <vector>

#include "sdk/tools/verify/derive/derive_all.h"
#include "sdk/tools/verify/isolation/isolated.h"
#include "sdk/tools/verify/report/terminal.h"
#include "sdk/tools/verify/run/run_case.h"
#include "sdk/tools/verify/suite/target.h"

namespace opdk::verify {

struct TestOptions : TargetOptions {
  // Selection of the cases.
  std::vector<std::string> case_texts;
  std::vector<std::string> filters;
  std::string expression;
  std::string engine;
  std::string dtype;
  std::string shard;  // "2/3"
  bool rerun_failed = false;
  bool list = false;
  bool derive = false;
  bool no_derive = false;
  std::string seed;  // a number, or "random"
  DeriveOptions derivation;
  // Judgement of the cases.
  RunOptions run;
  bool require_golden = false;
  std::vector<std::string> skipped_checks;
  bool no_checks = false;
  // Mutation: cases are scored by the faults that they would notice, instead of run.
  bool mutate = false;
  double least_score = 0;  // percent
  // Execution of the cases.
  IsolationOptions isolation;
  size_t memory_mb = 0;
  bool exit_first = false;
  std::string resume;
  // Reports.
  TerminalOptions terminal = TerminalOptions::Detected();
  std::string format = "text";
  std::vector<std::string> reports;
};

}  // namespace opdk::verify
