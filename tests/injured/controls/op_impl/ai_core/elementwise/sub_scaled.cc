#include "tbe/dsl.h"
#include "tbe/op_compute.h"

namespace {

std::vector<tbe::Tensor> SubScaledCompute(const tbe::OpParams& op) {
  tbe::Tensor x1 = op.Input("x1"), x2 = op.Input("x2");
  const ge::DataType wide = x1.dtype() == ge::DT_FLOAT16 ? ge::DT_FLOAT : x1.dtype();
  tbe::Tensor scaled = tbe::cast_to(x2, wide) * tbe::Param(op.Int("scale"), wide);
  return {tbe::cast_to(tbe::cast_to(x1, wide) - scaled, x1.dtype())};
}

}  // namespace

REGISTER_OP_COMPUTE(SubScaled, SubScaledCompute);
