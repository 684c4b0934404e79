// Tensor expressions over tensors with channel blocks.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "opdk/status.h"
#include "tbe/expr.h"

namespace opdk {

// The same computation where some inputs and results are stored as [N, C1, spatial..., C0]: their placeholders and
// results take the storage's shape. `has_blocks`: by input_index. Elementwise operations, broadcasts of one number per
// channel or of none, reductions over spatial axes and joins along channels can follow; E2010 says what can't.
// Tensors with blocks fill them: a padded channel must stay zero, and f(0) may not be.
Result<std::vector<tbe::Tensor>> OnBlocks(std::span<const tbe::Tensor> results, const std::vector<bool>& results_have,
                                          const std::function<bool(int input)>& has_blocks, int64_t c0);

}  // namespace opdk
