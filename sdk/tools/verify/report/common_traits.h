// Traits that the failing cases of a kernel share and its passing cases lack: where to look for the mistake.
#pragma once

#include <string>
#include <vector>

#include "sdk/tools/verify/report/run_report.h"

namespace opdk::verify {

// Returns at most one line for each operator and engine: "SortRows on ai_cpu: all 12 failing cases have int64, and none
// of the 88 that pass". Traits are dtypes, attributes (given, their values and signs), how values were drawn, ranks,
// extents and numbers of elements, inputs that are left out. Two traits together count if no single trait tells the
// cases apart. There is no line if every case fails, if too few fail or pass, or if half of the passing cases have the
// trait, too.
std::vector<std::string> CommonTraits(const std::vector<CaseReport>& cases);

}  // namespace opdk::verify
