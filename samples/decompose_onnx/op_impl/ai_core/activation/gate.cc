#include <vector>

#include "tbe/dsl.h"
#include "tbe/op_compute.h"

namespace {

std::vector<tbe::Tensor> GateCompute(const tbe::OpParams& op) {
  tbe::Tensor x = op.Input("x");
  return {tbe::cast_to(tbe::cast_to(x, ge::DT_FLOAT) * tbe::vsigmoid(tbe::cast_to(op.Input("gate"), ge::DT_FLOAT)),
                       x.dtype())};
}

}  // namespace

REGISTER_OP_COMPUTE(Gate, GateCompute);
