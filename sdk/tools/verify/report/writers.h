// The reports of a run, as files.
#pragma once

#include <string>
#include <vector>

#include "opdk/status.h"
#include "sdk/tools/verify/report/run_report.h"

namespace opdk::verify {

// A superset of msOpST's st_report.json: run_cmd, report_list[] {case_name, status, expect, trace_detail}, summary;
// ours lies under the key "opdk" of the whole and of each entry. A case that ran without a golden has the status "not
// verified", which is nobody's expectation. Cases that no engine took are in "not_run".
std::string JsonReport(const RunReport& run);

// JUnit's XML: a suite per operator. A crash, a hang or a lost process is an error, everything else that isn't as
// expected a failure; what ran without being verified is skipped, with these words.
std::string JunitReport(const RunReport& run);

// One page that needs nothing else: filters, a table of the cases, everything known of each.
std::string HtmlReport(const RunReport& run);

// "json=out.json": where to write what.
struct ReportTarget {
  std::string kind;
  std::string path;
};
// E1001: another kind than json, junit, html, or no path.
Result<ReportTarget> ParseReportTarget(const std::string& text);

// Before a long run: E1006 when the file couldn't be written at its end.
Status CheckWritable(const ReportTarget& target);
// Whole or not at all. E1006.
Status WriteReport(const RunReport& run, const ReportTarget& target);

}  // namespace opdk::verify
