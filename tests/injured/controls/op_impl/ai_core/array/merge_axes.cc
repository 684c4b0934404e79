#include "tbe/dsl.h"
#include "tbe/op_compute.h"

namespace {

std::vector<tbe::Tensor> MergeAxesCompute(const tbe::OpParams& op) {
  return {tbe::reshape(op.Input("x"), op.OutputShape("y"))};
}

}  // namespace

REGISTER_OP_COMPUTE(MergeAxes, MergeAxesCompute);
