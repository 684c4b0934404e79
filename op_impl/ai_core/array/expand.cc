// Expand: repeats x to the shape to which its own and the requested shape broadcast.
#include "tbe/dsl.h"

namespace tbe {
namespace {

std::vector<Tensor> ExpandCompute(const OpParams& op) { return {broadcast(op.Input("x"), op.OutputShape("y"))}; }

REGISTER_OP_COMPUTE(Expand, ExpandCompute);
REGISTER_OP_COMPUTE(ExpandD, ExpandCompute);
REGISTER_OP_COMPUTE(BroadcastTo, ExpandCompute);
REGISTER_OP_COMPUTE(BroadcastToD, ExpandCompute);

}  // namespace
}  // namespace tbe
