// The rows' outcome: a line of the table each, and results.json.
#pragma once

#include <string>
#include <vector>

#include "opdk/status.h"
#include "tests/bench/duel.h"

namespace opdk::bench {

struct RowResult {
  std::string name;
  int threads = 1;
  Timing ours;
  Timing theirs;  // p10 == 0: there is no other side
  double required = 0;
  double share_of_peak = 0;
  std::string error;  // why there are no figures

  double ratio() const { return ours.p10 > 0 ? theirs.p10 / ours.p10 : 0; }
  bool falls_short() const { return !error.empty() || (theirs.p10 > 0 && ratio() < required); }
};

std::string TableHeading();
std::string TableLine(const RowResult& row);
// Returns the verdict in words: "31 of 60 rows reach what is required; short: …".
std::string Verdict(const std::vector<RowResult>& rows);

// Writes {"context": {…}, "rows": [{name, threads, opdk_ms, ort_ms, ratio, required, share_of_peak, …}]}. E1002: not
// writable.
Status WriteResults(const std::string& path, const std::string& ort_version, const std::vector<RowResult>& rows);

}  // namespace opdk::bench
