// Sums of products in one step, in float for the 16-bit floats.
#include "op_impl/ai_core/common/precision.h"

namespace tbe {
namespace {

Tensor FusedInput(const OpParams& op, const char* port) { return Widen(op.Input(port)); }
Tensor FusedNumber(const OpParams& op, const char* port) { return reshape(FusedInput(op, port), {}); }

std::vector<Tensor> FusedMulAddNCompute(const OpParams& op) {
  const Tensor sum = FusedInput(op, "x1") * FusedNumber(op, "x3") + FusedInput(op, "x2");
  return {cast_to(sum, op.OutputDtype("y"))};
}
std::vector<Tensor> FusedMulAddAddCompute(const OpParams& op) {
  const Tensor sum = FusedInput(op, "x1") * FusedInput(op, "x2") + FusedInput(op, "x3") + FusedInput(op, "x4");
  return {cast_to(sum, op.OutputDtype("y"))};
}
std::vector<Tensor> FusedMulAddNL2lossCompute(const OpParams& op) {
  const Tensor x1 = FusedInput(op, "x1");
  const Tensor sum = x1 * FusedNumber(op, "x3") + FusedInput(op, "x2");
  const Tensor loss = reduce_sum(x1 * x1, AllAxes(x1)) * 0.5;
  return {cast_to(sum, op.OutputDtype("y1")), cast_to(loss, op.OutputDtype("y2"))};
}
std::vector<Tensor> AxpyV2Compute(const OpParams& op) {
  const Tensor sum = FusedInput(op, "x1") + FusedNumber(op, "alpha") * FusedInput(op, "x2");
  return {cast_to(sum, op.OutputDtype("y"))};
}
std::vector<Tensor> MaskedScaleCompute(const OpParams& op) {
  const Tensor x = FusedInput(op, "x");
  return {cast_to(x * cast_to(op.Input("mask"), x.dtype()) * FloatParam(op, "value", x), op.OutputDtype("y"))};
}
std::vector<Tensor> PowerCompute(const OpParams& op) {
  const Tensor x = FusedInput(op, "x");
  const Tensor base = FloatParam(op, "shift", x) + FloatParam(op, "scale", x) * x;
  return {cast_to(vpow(base, FloatParam(op, "power", x)), op.OutputDtype("y"))};
}
std::vector<Tensor> DotCompute(const OpParams& op) {
  const Tensor product = FusedInput(op, "input_x") * FusedInput(op, "input_y");
  return {cast_to(reduce_sum(product, {0}), op.OutputDtype("output"))};
}

REGISTER_OP_COMPUTE(FusedMulAddN, FusedMulAddNCompute);
REGISTER_OP_COMPUTE(FusedMulAddAdd, FusedMulAddAddCompute);
REGISTER_OP_COMPUTE(FusedMulAddNL2loss, FusedMulAddNL2lossCompute);
REGISTER_OP_COMPUTE(AxpyV2, AxpyV2Compute);
REGISTER_OP_COMPUTE(MaskedScale, MaskedScaleCompute);
REGISTER_OP_COMPUTE(Power, PowerCompute);
REGISTER_OP_COMPUTE(Dot, DotCompute);

}  // namespace
}  // namespace tbe
