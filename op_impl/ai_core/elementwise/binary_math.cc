// Functions of two tensors.
#include "op_impl/ai_core/common/precision.h"

namespace tbe {
namespace {

std::vector<Tensor> AddV2Compute(const OpParams& op) { return {vadd(op.Input("x1"), op.Input("x2"))}; }
std::vector<Tensor> MaximumCompute(const OpParams& op) { return {vmax(op.Input("x1"), op.Input("x2"))}; }
std::vector<Tensor> MinimumCompute(const OpParams& op) { return {vmin(op.Input("x1"), op.Input("x2"))}; }

std::vector<Tensor> SquaredDifferenceCompute(const OpParams& op) {
  const Tensor x1 = op.Input("x1"), difference = Widen(x1) - Widen(op.Input("x2"));
  return {cast_to(difference * difference, x1.dtype())};
}

// factor * log(argument), and 0 where the factor is 0.
template <Tensor (*kLog)(const Tensor&)>
std::vector<Tensor> TimesLog(const OpParams& op, const char* factor, const char* argument) {
  const Tensor x = op.Input(factor), wide = Widen(x);
  return {cast_to(vsel(vcmp(wide, 0, "eq"), 0, wide * kLog(Widen(op.Input(argument)))), x.dtype())};
}

std::vector<Tensor> XlogyCompute(const OpParams& op) { return TimesLog<vlog>(op, "x1", "x2"); }
std::vector<Tensor> Xlog1pyCompute(const OpParams& op) { return TimesLog<vlog1p>(op, "x", "y"); }
std::vector<Tensor> Atan2Compute(const OpParams& op) { return {vatan2(op.Input("x1"), op.Input("x2"))}; }

DataType UnsignedOf(DataType dtype) {
  switch (dtype) {
    case ge::DT_INT8:
      return ge::DT_UINT8;
    case ge::DT_INT16:
      return ge::DT_UINT16;
    case ge::DT_INT32:
      return ge::DT_UINT32;
    case ge::DT_INT64:
      return ge::DT_UINT64;
    default:
      return dtype;
  }
}

std::vector<Tensor> ApproximateEqualCompute(const OpParams& op) {
  const Tensor x1 = op.Input("x1"), x2 = op.Input("x2");
  if (WideType(x1.dtype()) == ge::DT_FLOAT || x1.dtype() == ge::DT_DOUBLE) {
    const Tensor distance = vabs(Widen(x1) - Widen(x2));
    return {distance < Param(op.Float("tolerance"), distance.dtype())};
  }
  // The distance of two signed integers may exceed the largest signed integer, but its bits are an unsigned integer.
  const Tensor distance = cast_to(cast_to(vmax(x1, x2) - vmin(x1, x2), UnsignedOf(x1.dtype())), ge::DT_DOUBLE);
  return {distance < Param(op.Float("tolerance"), ge::DT_DOUBLE)};
}

REGISTER_OP_COMPUTE(AddV2, AddV2Compute);
REGISTER_OP_COMPUTE(Maximum, MaximumCompute);
REGISTER_OP_COMPUTE(Minimum, MinimumCompute);
REGISTER_OP_COMPUTE(SquaredDifference, SquaredDifferenceCompute);
REGISTER_OP_COMPUTE(Xlogy, XlogyCompute);
REGISTER_OP_COMPUTE(Xlog1py, Xlog1pyCompute);
REGISTER_OP_COMPUTE(Atan2, Atan2Compute);
REGISTER_OP_COMPUTE(ApproximateEqual, ApproximateEqualCompute);

}  // namespace
}  // namespace tbe
