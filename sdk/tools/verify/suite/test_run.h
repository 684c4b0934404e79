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

// Where the results go while they come, and those that are there already.
struct TestLog {
  std::optional<RunLog> file;
  std::map<std::string, CaseReport> known;  // by id: aren't run again
};

// With --rerun-failed `planned` becomes what failed in the last run. E3001: nothing did. E1004: the file of --resume
// holds results of other libraries or another standard.
Result<TestLog> OpenTestLog(const TestOptions& options, const TestTarget& target, const Environment& environment,
                            std::vector<PlannedCase>& planned);

// Runs them and shows what comes. Ctrl-C ends what runs, and what has been done is the result. E1006: the log can't be
// written.
Result<RunReport> RunCases(const std::vector<PlannedCase>& planned, const Bench& bench, const TestOptions& options,
                           const TestTarget& target, TestLog& log);

}  // namespace opdk::verify
