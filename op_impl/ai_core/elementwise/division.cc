// Quotients, remainders and products of two tensors. Some operators have a value where the plain ones have none.
#include "op_impl/ai_core/common/precision.h"

namespace tbe {
namespace {

bool IsIntegral(const Tensor& x) {
  return x.dtype() != ge::DT_FLOAT && x.dtype() != ge::DT_FLOAT16 && x.dtype() != ge::DT_BF16 &&
         x.dtype() != ge::DT_DOUBLE;
}

template <Tensor (*kFunction)(const Operand&, const Operand&)>
std::vector<Tensor> Quotients(const OpParams& op) {
  return {kFunction(op.Input("x1"), op.Input("x2"))};
}

// `function` of the inputs, but 0 where `port` is 0.
template <Tensor (*kFunction)(const Operand&, const Operand&)>
std::vector<Tensor> ZeroWhere(const OpParams& op, const char* port) {
  return {vsel(vcmp(op.Input(port), 0, "eq"), 0, kFunction(op.Input("x1"), op.Input("x2")))};
}

std::vector<Tensor> DivNoNanCompute(const OpParams& op) { return ZeroWhere<vdiv>(op, "x2"); }
std::vector<Tensor> MulNoNanCompute(const OpParams& op) { return ZeroWhere<vmul>(op, "x2"); }
std::vector<Tensor> XdivyCompute(const OpParams& op) { return ZeroWhere<vdiv>(op, "x1"); }

// Rounds a quotient to an integer. The quotient of 16-bit floats isn't rounded to 16 bits before.
template <Tensor (*kWhole)(const Tensor&, DataType)>
Tensor WholeQuotient(const Tensor& x1, const Tensor& x2) {
  const Tensor quotient = Widen(x1) / Widen(x2);
  return cast_to(kWhole(quotient, quotient.dtype()), x1.dtype());
}

std::vector<Tensor> FloorDivCompute(const OpParams& op) {
  const Tensor x1 = op.Input("x1"), x2 = op.Input("x2");
  if (!IsIntegral(x1)) return {WholeQuotient<floor>(x1, x2)};
  const Tensor quotient = vdiv(x1, x2), rest = vfmod(x1, x2);
  const Tensor below = vcmp(rest, 0, "ne") & ((rest < 0) ^ (x2 < 0));
  return {vsel(below, quotient - 1, quotient)};
}

std::vector<Tensor> TruncateDivCompute(const OpParams& op) {
  const Tensor x1 = op.Input("x1"), x2 = op.Input("x2");
  return {IsIntegral(x1) ? vdiv(x1, x2) : WholeQuotient<trunc>(x1, x2)};
}

REGISTER_OP_COMPUTE(RealDiv, Quotients<vdiv>);
REGISTER_OP_COMPUTE(DivNoNan, DivNoNanCompute);
REGISTER_OP_COMPUTE(MulNoNan, MulNoNanCompute);
REGISTER_OP_COMPUTE(FloorDiv, FloorDivCompute);
REGISTER_OP_COMPUTE(FloorMod, Quotients<vmod>);
REGISTER_OP_COMPUTE(TruncateDiv, TruncateDivCompute);
REGISTER_OP_COMPUTE(TruncateMod, Quotients<vfmod>);
REGISTER_OP_COMPUTE(Mod, Quotients<vfmod>);
REGISTER_OP_COMPUTE(Xdivy, XdivyCompute);

}  // namespace
}  // namespace tbe
