// LinSpace: the last number is stop itself, as it is in NumPy.
#include "tbe/dsl.h"

namespace tbe {
namespace {

std::vector<Tensor> LinSpaceCompute(const OpParams& op) {
  const Tensor start = reshape(op.Input("start"), {}), stop = reshape(op.Input("stop"), {});
  const Dims& shape = op.OutputShape("output");
  if (shape[0] == 1) return {broadcast(start, shape)};
  const DataType type = start.dtype();
  const Tensor wide_start = cast_to(start, ge::DT_DOUBLE), wide_stop = cast_to(stop, ge::DT_DOUBLE);
  const Tensor last = Param(shape[0] - 1, ge::DT_INT64);
  return {compute(shape, [&](const std::vector<Expr>& i) {
    const Expr part = cast(i[0], ge::DT_DOUBLE) / cast(at(last), ge::DT_DOUBLE);
    const Expr number = at(wide_start) + (at(wide_stop) - at(wide_start)) * part;
    return select(i[0] == at(last), at(stop), cast(number, type));
  })};
}

REGISTER_OP_COMPUTE(LinSpace, LinSpaceCompute);
REGISTER_OP_COMPUTE(LinSpaceD, LinSpaceCompute);

}  // namespace
}  // namespace tbe
