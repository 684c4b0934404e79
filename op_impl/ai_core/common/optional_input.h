#pragma once

#include "tbe/dsl.h"

namespace tbe {

// Returns the operand of an optional port, or an empty handle where the port isn't connected.
inline Tensor OrAbsent(const OpParams& op, const char* port) { return op.HasInput(port) ? op.Input(port) : Tensor(); }

// Returns the operand of an optional zero point. Returns an empty handle where the zero point is absent or is known to
// be zero, as symmetric weights have it.
inline Tensor ZeroPoint(const OpParams& op, const char* port) {
  return op.IsZero(port) ? Tensor() : OrAbsent(op, port);
}

}  // namespace tbe
