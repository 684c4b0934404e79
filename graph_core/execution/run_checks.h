// Whether what a caller gives fits what the model declares.
#pragma once

#include <span>
#include <vector>

#include "opdk/run_tensor.h"
#include "opdk/status.h"

namespace opdk {

// E1003 for an input that is missing, E1004 for one whose dtype, rank, dimensions or size differ; both say what was
// declared and what was given.
Status CheckInputs(const std::vector<PortSpec>& specs, std::span<const RunInput> inputs);

// E1004: not one entry per output.
Status CheckOutputCount(const std::vector<PortSpec>& specs, size_t given);

}  // namespace opdk
