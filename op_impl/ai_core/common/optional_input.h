#pragma once

#include "tbe/dsl.h"

namespace tbe {

// The operand of an optional port, an empty handle where it isn't connected.
inline Tensor OrAbsent(const OpParams& op, const char* port) { return op.HasInput(port) ? op.Input(port) : Tensor(); }

// The operand of a zero point, which need not be there; an empty handle where it is known to be zero, as that of
// symmetric weights is.
inline Tensor ZeroPoint(const OpParams& op, const char* port) {
  return op.IsZero(port) ? Tensor() : OrAbsent(op, port);
}

}  // namespace tbe
