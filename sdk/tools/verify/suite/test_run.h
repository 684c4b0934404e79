// Running the selected cases: in child processes, with a log from which an interrupted run goes on.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "sdk/tools/verify/golden/golden.h"
#include "sdk/tools/verify/report/run_log.h"
#include "sdk/tools/verify/report/run_report.h"
#include "sdk/tools/verify/suite/selection.h"

namespace opdk::verify {

// The log of results, and the results that it holds already.
struct TestLog {
  std::optional<RunLog> file;
  std::map<std::string, CaseReport> known;  // by id; these cases aren't run again
};

// Opens the log. With --rerun-failed, `planned` becomes the cases that failed in the last run. E3001: no case failed.
// E1004: the file of --resume holds results of other libraries or another standard.
Result<TestLog> OpenTestLog(const TestOptions& options, const TestTarget& target, const Environment& environment,
                            std::vector<PlannedCase>& planned);

// Runs the cases and shows the results as they come. Ctrl-C ends running cases; the report then holds the finished
// cases. E1006: the log can't be written.
Result<RunReport> RunCases(const std::vector<PlannedCase>& planned, const TestHarness& harness,
                           const TestOptions& options, const TestTarget& target, TestLog& log);

}  // namespace opdk::verify
