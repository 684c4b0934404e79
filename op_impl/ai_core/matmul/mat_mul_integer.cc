// MatMulInteger and QLinearMatMul as numpy.matmul: a vector on the left counts as a row, one on the right as a column.
#include "op_impl/ai_core/common/integer_sums.h"
#include "op_impl/ai_core/common/optional_input.h"

namespace tbe {
namespace {

Tensor AsRow(const Tensor& x) { return x.rank() == 1 ? reshape(x, {1, x.shape()[0]}) : x; }
Tensor AsColumn(const Tensor& x) { return x.rank() == 1 ? reshape(x, {x.shape()[0], 1}) : x; }
// Numbers for each row, where they are a list.
Tensor PerRow(const Tensor& x) { return x.rank() == 1 && x.shape()[0] != 1 ? AsColumn(x) : x; }

std::vector<Tensor> MatMulIntegerCompute(const OpParams& op) {
  const Tensor y = IntegerProduct(AsRow(op.Input("a")), AsColumn(op.Input("b")), ZeroPoint(op, "a_zero_point"),
                                  ZeroPoint(op, "b_zero_point"));
  return {reshape(y, op.OutputShape("y"))};
}

std::vector<Tensor> QLinearMatMulCompute(const OpParams& op) {
  const Tensor product = IntegerProduct(AsRow(op.Input("a")), AsColumn(op.Input("b")), ZeroPoint(op, "a_zero_point"),
                                        ZeroPoint(op, "b_zero_point"));
  const Tensor scale = PerRow(op.Input("a_scale")) * op.Input("b_scale") / PerRow(op.Input("y_scale"));
  const Tensor y = Requantize(product, scale, PerRow(op.Input("y_zero_point")), op.OutputDtype("y"));
  return {reshape(y, op.OutputShape("y"))};
}

REGISTER_OP_COMPUTE(MatMulInteger, MatMulIntegerCompute);
REGISTER_OP_COMPUTE(QLinearMatMul, QLinearMatMulCompute);

}  // namespace
}  // namespace tbe
