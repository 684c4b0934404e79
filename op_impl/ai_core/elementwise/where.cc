// Where: x1 where the condition holds, else x2; all three broadcast.
#include "tbe/dsl.h"

namespace tbe {
namespace {

std::vector<Tensor> WhereCompute(const OpParams& op) {
  return {vsel(op.Input("condition"), op.Input("x1"), op.Input("x2"))};
}

REGISTER_OP_COMPUTE(Where, WhereCompute);

}  // namespace
}  // namespace tbe
