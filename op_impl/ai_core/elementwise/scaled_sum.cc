// Sums of scaled tensors. 16-bit floats are computed in float.
#include "op_impl/ai_core/common/precision.h"

namespace tbe {
namespace {

Tensor WideInput(const OpParams& op, const char* port) { return Widen(op.Input(port)); }

std::vector<Tensor> InOutputType(const OpParams& op, const Tensor& y) { return {cast_to(y, op.OutputDtype("y"))}; }

// Computes x1 + alpha * x2. In double, an int32 sum with any real factor is exact enough to be truncated.
std::vector<Tensor> AxpyCompute(const OpParams& op) {
  const DataType dtype = op.OutputDtype("y");
  const DataType type = dtype == ge::DT_INT32 ? ge::DT_DOUBLE : WideType(dtype);
  const Tensor x1 = cast_to(op.Input("x1"), type), x2 = cast_to(op.Input("x2"), type);
  return InOutputType(op, x1 + Param(op.Float("alpha"), type) * x2);
}

std::vector<Tensor> LerpCompute(const OpParams& op) {
  const Tensor start = WideInput(op, "start");
  return InOutputType(op, start + WideInput(op, "weight") * (WideInput(op, "end") - start));
}

template <Tensor (*kFunction)(const Operand&, const Operand&)>
std::vector<Tensor> AddScaled(const OpParams& op) {
  const Tensor scaled = WideInput(op, "value") * kFunction(WideInput(op, "x1"), WideInput(op, "x2"));
  return InOutputType(op, WideInput(op, "input_data") + scaled);
}

std::vector<Tensor> FusedMulAddCompute(const OpParams& op) {
  return InOutputType(op, WideInput(op, "x1") * WideInput(op, "x2") + WideInput(op, "x3"));
}

REGISTER_OP_COMPUTE(Axpy, AxpyCompute);
REGISTER_OP_COMPUTE(Lerp, LerpCompute);
REGISTER_OP_COMPUTE(Addcmul, AddScaled<vmul>);
REGISTER_OP_COMPUTE(Addcdiv, AddScaled<vdiv>);
REGISTER_OP_COMPUTE(FusedMulAdd, FusedMulAddCompute);

}  // namespace
}  // namespace tbe
