#include "tbe/dsl.h"
#include "tbe/op_compute.h"

namespace {

std::vector<tbe::Tensor> HintedScaleCompute(const tbe::OpParams& op) {
  const std::string hint = op.String("hint");
  tbe::Tensor factor = tbe::vexp(op.Input("v"));
  factor = tbe::schedule_hint(factor, {.materialize = hint == "materialize" || hint == "both",
                                       .recompute = hint == "recompute" || hint == "both"});
  tbe::Tensor y = op.Input("x") * factor;
  if (hint == "no_fuse") y = tbe::schedule_hint(y, {.no_fuse = true});
  if (hint == "tiles") y = tbe::schedule_hint(y, {.tiles = {{-1, 24}, {0, 4}}});
  if (hint == "parallel_above") y = tbe::schedule_hint(y, {.parallel_above = 1000});
  return {y};
}

}  // namespace

REGISTER_OP_COMPUTE(HintedScale, HintedScaleCompute);
