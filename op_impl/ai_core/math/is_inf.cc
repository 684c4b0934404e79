// IsInf: which elements are an infinity of a sign that is asked for.
#include "tbe/dsl.h"

namespace tbe {
namespace {

std::vector<Tensor> IsInfCompute(const OpParams& op) {
  Tensor x = op.Input("x");
  const bool negative = op.Int("detect_negative") != 0, positive = op.Int("detect_positive") != 0;
  if (negative && positive) return {visinf(x)};
  if (negative) return {visinf(x) & (x < 0)};
  if (positive) return {visinf(x) & (x > 0)};
  return {broadcast(false, x.shape(), ge::DT_BOOL)};
}

REGISTER_OP_COMPUTE(IsInf, IsInfCompute);

}  // namespace
}  // namespace tbe
