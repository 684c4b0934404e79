// A convolution of row-major float in pieces: a group's filters at a time, of one image.
#pragma once

#include <memory>

#include "graph_core/engines/ai_core/cube/convolution.h"

namespace opdk {

// Returns whether the step's data and result are row-major.
bool IsRowMajor(const StepSpec& spec);

std::unique_ptr<KernelStep> MakeConvPieces(const StepSpec& spec, const Convolution& conv,
                                           const StepConstants& constants);

}  // namespace opdk
