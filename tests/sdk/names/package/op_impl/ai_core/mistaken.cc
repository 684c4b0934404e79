#include "tbe/dsl.h"

namespace tbe {
namespace {

std::vector<Tensor> MistakenCompute(const OpParams& op) {
  const std::string mistake = op.String("mistake");
  if (mistake == "compute input") op.Input("xs");
  if (mistake == "compute absent input") op.Input("mask");
  if (mistake == "compute attr") op.Int("axes");
  if (mistake == "compute has attr") op.HasAttr("axes");
  if (mistake == "compute type") op.Float("axis");
  if (mistake == "compute output") op.OutputShape("z");
  if (mistake == "compute outputs") op.OutputCount("z");
  return {op.Input("x") + 0.0};
}

REGISTER_OP_COMPUTE(Mistaken, MistakenCompute);

}  // namespace
}  // namespace tbe
