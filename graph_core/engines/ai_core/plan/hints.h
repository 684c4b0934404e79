// The outcome of an author's hints (tbe/schedule.h).
#pragma once

#include <span>
#include <string>
#include <vector>

#include "graph_core/engines/ai_core/steps/step_plan.h"

namespace opdk {

// Returns the hints that a cube node and the operations up to `last`, which its primitive applies, can't follow.
std::vector<std::string> UnheededByCube(const tbe::Tensor& cube, const tbe::Tensor& last);
// Returns the tile hints of an expression whose tensors get channel blocks. None of them can be followed.
std::vector<std::string> UnheededTiles(std::span<const tbe::Tensor> expressions);

// Returns one line per hint about a step: "followed: …" or "ignored: …, because …".
std::vector<std::string> ReportHints(const StepSpec& step);

}  // namespace opdk
