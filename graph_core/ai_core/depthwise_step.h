// Depthwise convolutions of row-major tensors by hand: oneDNN would bring the data into channel blocks and back.
#pragma once

#include <memory>

#include "graph_core/ai_core/step.h"

namespace opdk {

// Whether MakeDepthwiseStep takes this kConv: float, one or more filters of 3 x 3 or 5 x 5 per channel, the same stride
// of 1 or 2 along both axes, no dilation; a bias, and relu or clip as only epilogue; no channel blocks on either side.
bool IsPlainDepthwise(const StepSpec& spec);

// E1001: see TargetIsa.
Result<std::unique_ptr<KernelStep>> MakeDepthwiseStep(const StepSpec& spec);

}  // namespace opdk
