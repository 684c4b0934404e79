#include "tbe/dsl.h"
#include "tbe/op_compute.h"

namespace {

std::vector<tbe::Tensor> CorrectTwinCompute(const tbe::OpParams& op) { return {op.Input("x") * 2.0}; }

std::vector<tbe::Tensor> EnginesDisagreeCompute(const tbe::OpParams& op) {
  return {op.Input("x") * 2.0, op.Input("x") * 3.0};
}

}  // namespace

REGISTER_OP_COMPUTE(CorrectTwin, CorrectTwinCompute);
REGISTER_OP_COMPUTE(EnginesDisagree, EnginesDisagreeCompute);
