// Tensor expressions over tensors with channel blocks.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "opdk/status.h"
#include "tbe/expr.h"

namespace opdk {

// Returns the same computation with some inputs and results stored as [N, C1, spatial..., C0]. Their placeholders and
// results take the shape of the storage. `has_blocks`: by input_index. Elementwise operations, broadcasts of one number
// per channel or of a single number, reductions over spatial axes and joins along channels are possible. Channels must
// fill the blocks of such tensors: a padded channel must stay zero, and f(0) may not be zero. E2010: an operation isn't
// possible.
Result<std::vector<tbe::Tensor>> OnBlocks(std::span<const tbe::Tensor> results, const std::vector<bool>& results_have,
                                          const std::function<bool(int input)>& has_blocks, int64_t c0);

}  // namespace opdk
