// From a case that fails to a small one that still does.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "sdk/tools/verify/search/search_case.h"

namespace opdk::verify {

// The index of the first of the candidates that still fails; std::nullopt: none does.
using FirstFailing = std::function<std::optional<size_t>(const std::vector<SearchCase>& candidates)>;

// Leaves out inputs, entries and attributes, drops and merges axes, makes extents smaller and values simpler (0, then
// small integers, then large ones, then fractions, then infinities and NaN), as long as something fails. At the end no
// single one of these steps leads to another failure (of large tensors, not every element is tried alone): an extent
// can't be one less, a value not nearer to 0. The same case and answers give the same result. Stops after
// `most_candidates`.
SearchCase Shrink(SearchCase failing, const FirstFailing& first_failing, size_t most_candidates = 4000);

}  // namespace opdk::verify
