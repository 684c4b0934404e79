#pragma once

#include "tbe/dsl.h"

namespace tbe {

// The operand of an optional port, an empty handle where it isn't connected.
inline Tensor OrAbsent(const OpParams& op, const char* port) { return op.HasInput(port) ? op.Input(port) : Tensor(); }

}  // namespace tbe
