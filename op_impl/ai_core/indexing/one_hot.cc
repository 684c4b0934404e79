// OneHot: the index along the new axis is compared with x's element.
#include "tbe/dsl.h"

namespace tbe {
namespace {

std::vector<Tensor> OneHotCompute(const OpParams& op) {
  const Tensor x = op.Input("x");
  const Tensor on = reshape(op.Input("on_value"), {}), off = reshape(op.Input("off_value"), {});
  const int64_t axis = op.Int("axis") < 0 ? op.Int("axis") + x.rank() + 1 : op.Int("axis");
  return {compute(op.OutputShape("y"), [&](std::vector<Expr> i) {
    const Expr place = i[static_cast<size_t>(axis)];
    i.erase(i.begin() + axis);
    return select(cast(at(x, i), ge::DT_INT64) == place, at(on), at(off));
  })};
}

REGISTER_OP_COMPUTE(OneHot, OneHotCompute);
REGISTER_OP_COMPUTE(OneHotD, OneHotCompute);

}  // namespace
}  // namespace tbe
