// A run as a person at a terminal, or who reads its log, sees it.
#pragma once

#include <chrono>
#include <string>

#include "sdk/tools/verify/report/failure_groups.h"
#include "sdk/tools/verify/report/run_report.h"

namespace opdk::verify {

struct TerminalOptions {
  bool verbose = false;      // a line for every case, and every failure in full
  size_t durations = 0;      // so many of the slowest cases are listed
  bool cann_compat = false;  // msOpST's verdict beside ours, for each output
  bool quiet = false;        // nothing on stdout: something else is written there
  bool colour = false;
  bool progress = false;
  // stdout is a terminal and NO_COLOR isn't set; stderr is a terminal.
  static TerminalOptions Detected();
};

// Failing cases go to stdout as they come, the progress bar to stderr. Of failures that have one cause the first few
// are shown, and at the end a line says how many there were.
class TerminalReport {
 public:
  TerminalReport(size_t selected, TerminalOptions options);
  // Cases whose results an earlier run left: counted, and shown when they failed.
  void Known(const CaseReport& report);
  void Done(const CaseReport& report);
  // Causes that several cases share, the slowest cases and the summary line.
  void Finish(const RunReport& run);

 private:
  void Show(const CaseReport& report);
  // `with_output`: what its process printed, and of a crash its call stack, once for each cause.
  void ShowFailure(const CaseReport& report, bool with_output);
  void ShowGroups() const;
  void ShowProgress();
  void ClearProgress();
  std::string Coloured(const char* code, const std::string& text) const;

  size_t selected_;
  TerminalOptions options_;
  Counts counts_;
  FailureGroups failures_;
  size_t known_ = 0;
  std::chrono::steady_clock::time_point start_;
  std::chrono::steady_clock::time_point shown_;
};

// "2 failed [=====>    ] 31/100, about 12 s left".
std::string ProgressLine(size_t done, size_t total, size_t failed, double seconds_left);

}  // namespace opdk::verify
