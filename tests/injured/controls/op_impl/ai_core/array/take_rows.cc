#include "tbe/dsl.h"
#include "tbe/op_compute.h"

namespace {

std::vector<tbe::Tensor> TakeRowsCompute(const tbe::OpParams& op) {
  return {tbe::gather(op.Input("x"), op.Input("indices"), op.Int("axis"))};
}

}  // namespace

REGISTER_OP_COMPUTE(TakeRows, TakeRowsCompute);
