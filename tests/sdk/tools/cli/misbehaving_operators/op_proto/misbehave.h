// An operator that does what its attribute says, to see what `opdk test` makes of it.
#pragma once

#include "graph/operator_reg.h"

namespace ge {
// x: any shape. how: "copy" (y is x), "slow" (after 0.2 s), "lane" (every eighth element is one too large), "crash",
// "hang", "memory" (2 GiB), "abort"; "exit", "_exit", "quick_exit" and, in a thread of its own, "exit_elsewhere" with
// code 0; "infer_exit": the shape rule calls exit(0). y: as x.
REG_OP(Misbehave)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .ATTR(how, String, "copy")
    .OP_END_FACTORY_REG(Misbehave)
}  // namespace ge
