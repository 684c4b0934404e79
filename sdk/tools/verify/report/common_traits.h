// What the failing cases of a kernel have in common and its passing ones haven't: where to look for the mistake.
#pragma once

#include <string>
#include <vector>

#include "sdk/tools/verify/report/run_report.h"

namespace opdk::verify {

// Of each operator and engine one line at most: "SortRows on ai_cpu: all 12 failing cases have int64, and none of the
// 88 that pass". Traits are dtypes, attributes (given, their values and signs), how values were drawn, ranks, extents
// and numbers of elements, inputs that are left out; two together where one alone doesn't tell. Nothing is said where
// every case fails, where too few do or pass, or where half of those that pass have the trait, too.
std::vector<std::string> CommonTraits(const std::vector<CaseReport>& cases);

}  // namespace opdk::verify
