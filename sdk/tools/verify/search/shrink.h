// Shrinking: from a failing case to a small one that still fails.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "sdk/tools/verify/search/search_case.h"

namespace opdk::verify {

// Returns the index of the first candidate that still fails; nullopt: none does.
using FirstFailing = std::function<std::optional<size_t>(const std::vector<SearchCase>& candidates)>;

// Shrinks a case as long as it fails: leaves out inputs, entries and attributes, drops and merges axes, makes extents
// smaller and values simpler (0, then small integers, then large ones, then fractions, then infinities and NaN). At the
// end no single step leads to another failure: an extent can't be one less, a value not nearer to 0. In large tensors
// not every element is tried alone. Equal cases and answers give equal results. Stops after `most_candidates`.
SearchCase Shrink(SearchCase failing, const FirstFailing& first_failing, size_t most_candidates = 4000);

}  // namespace opdk::verify
