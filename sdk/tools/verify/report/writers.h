// The reports of a run, as files.
#pragma once

#include <string>
#include <vector>

#include "opdk/status.h"
#include "sdk/tools/verify/report/run_report.h"

namespace opdk::verify {

// Writes a superset of msOpST's st_report.json: run_cmd, report_list[] {case_name, status, expect, trace_detail},
// summary. opdk's own data lies under the key "opdk" of the whole and of each entry. A case that ran without a golden
// has the status "not verified", which no case expects. Cases that no engine took are in "not_run".
std::string JsonReport(const RunReport& run);

// Writes JUnit's XML: a suite per operator. A crash, a hang or a lost process is an error, any other unexpected result
// a failure. A case that ran without being verified is skipped, with these words.
std::string JunitReport(const RunReport& run);

// Writes one page that needs no other file: filters, a table of the cases, all data of each case.
std::string HtmlReport(const RunReport& run);

// A report's kind and file: "json=out.json".
struct ReportTarget {
  std::string kind;
  std::string path;
};
// Parses "KIND=PATH". E1001: another kind than json, junit, html, or no path.
Result<ReportTarget> ParseReportTarget(const std::string& text);

// Checks before a long run that the file can be written at its end. E1006: it can't.
Status CheckWritable(const ReportTarget& target);
// Writes the file, whole or not at all. E1006.
Status WriteReport(const RunReport& run, const ReportTarget& target);

}  // namespace opdk::verify
