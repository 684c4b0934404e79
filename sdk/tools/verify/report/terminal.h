// A run as a person at a terminal, or the reader of its log, sees it.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "sdk/tools/verify/report/failure_groups.h"
#include "sdk/tools/verify/report/run_report.h"

namespace opdk::verify {

struct TerminalOptions {
  bool verbose = false;      // a line for every case, and every failure in full
  size_t durations = 0;      // number of slowest cases to list
  bool cann_compat = false;  // msOpST's verdict beside ours, for each output
  bool quiet = false;        // nothing on stdout, because another report is written there
  bool colour = false;
  bool progress = false;
  // Returns options for this process's streams: colour if stdout is a terminal and NO_COLOR isn't set, progress if
  // stderr is a terminal.
  static TerminalOptions Detected();
};

// Writes failing cases to stdout as they come, and the progress bar to stderr. Of failures with one cause the first few
// are shown; a line at the end says how many there were.
class TerminalReport {
 public:
  TerminalReport(size_t selected, TerminalOptions options);
  // Counts a case whose result an earlier run left; shows it if it failed.
  void Known(const CaseReport& report);
  void Done(const CaseReport& report);
  // Prints causes that several cases share, the slowest cases and the summary line.
  void Finish(const RunReport& run);

 private:
  void Show(const CaseReport& report);
  // Prints a failure. `with_output`: with the process's output, and after a crash its call stack; set once for each
  // cause.
  void ShowFailure(const CaseReport& report, bool with_output);
  // Prints a case that didn't fail, with the errors that it logged.
  void ShowGood(const CaseReport& report, const std::vector<std::string>& errors);
  void ShowGroups() const;
  void ShowProgress();
  void ClearProgress();
  std::string Coloured(const char* code, const std::string& text) const;

  size_t selected_;
  TerminalOptions options_;
  Counts counts_;
  FailureGroups failures_;
  size_t known_ = 0;
  size_t logging_ = 0;  // number of good cases that logged errors
  std::chrono::steady_clock::time_point start_;
  std::chrono::steady_clock::time_point shown_;
};

// Returns "2 failed [=====>    ] 31/100, about 12 s left".
std::string ProgressLine(size_t done, size_t total, size_t failed, double seconds_left);

}  // namespace opdk::verify
