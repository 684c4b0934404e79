// The results of a run, one JSON line each, written as they come: what was done stays known whatever ends the run.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "opdk/output_file.h"
#include "opdk/status.h"
#include "sdk/tools/verify/report/run_report.h"

namespace opdk::verify {

// What earlier runs left: the last result of each case, by id. A last line that was cut off is no error.
struct RunLogContents {
  std::string key;  // RunLog::Open's; "": the file is empty or doesn't exist
  std::map<std::string, CaseReport> reports;
};
// E1005: the file is no log of ours, located at its line. A file that isn't there is an empty one.
Result<RunLogContents> ReadRunLog(const std::string& path);

class RunLog {
 public:
  // `key` says what the results belong to (libraries, standard …). `keep`: appends to what is there, else begins anew.
  // E1006.
  static Result<RunLog> Open(const std::string& path, const std::string& key, bool keep);
  // One line, handed to the system at once: a kill of this process doesn't lose it. E1006.
  Status Append(const CaseReport& report);

 private:
  std::string path_;
  std::optional<OutputFile> file_;
};

}  // namespace opdk::verify
