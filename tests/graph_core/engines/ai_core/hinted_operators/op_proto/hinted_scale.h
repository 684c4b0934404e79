// An operator whose kernel gives the hint that its attribute names.
#pragma once

#include "graph/operator_reg.h"

namespace ge {
// y[n, c] = x[n, c] * e^v[c]. x, y: [N, C]; v: [C]. hint: "", or a field of tbe::ScheduleHints; "both" is nonsense.
REG_OP(HintedScale)
    .INPUT(x, TensorType({DT_FLOAT}))
    .INPUT(v, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .ATTR(hint, String, "")
    .OP_END_FACTORY_REG(HintedScale)
}  // namespace ge
