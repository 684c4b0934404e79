// The results of a run, one JSON line each, written at once. Results stay known however the run ends.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "opdk/output_file.h"
#include "opdk/status.h"
#include "sdk/tools/verify/report/run_report.h"

namespace opdk::verify {

// The content of a log: the last result of each case, by id. A last line that was cut off is no error.
struct RunLogContents {
  std::string key;  // RunLog::Open's; "": the file is empty or doesn't exist
  std::map<std::string, CaseReport> reports;
};
// Reads a log. A missing file is an empty log. E1005: the file is no log of opdk, located at its line.
Result<RunLogContents> ReadRunLog(const std::string& path);

class RunLog {
 public:
  // Opens a log. `key` identifies what the results belong to (libraries, standard …). `keep`: appends to an existing
  // log; otherwise begins anew. E1006.
  static Result<RunLog> Open(const std::string& path, const std::string& key, bool keep);
  // Writes one line, handed to the system at once: the line survives a kill of this process. E1006.
  Status Append(const CaseReport& report);

 private:
  std::string path_;
  std::optional<OutputFile> file_;
};

}  // namespace opdk::verify
