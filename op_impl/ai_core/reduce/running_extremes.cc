// Running extremes and their places. An element that equals the running extreme sets the place, until another element
// does.
#include "op_impl/ai_core/common/places.h"

namespace tbe {
namespace {

std::vector<Tensor> Extremes(const Tensor& x, int64_t given, Tensor (*scan)(const Tensor& x, int64_t axis)) {
  const int64_t axis = given < 0 ? given + x.rank() : given;
  const Tensor y = scan(x, axis);
  Tensor reached = vcmp(x, y, "eq");
  if (IsFloat(x)) reached = vor(reached, visnan(x));
  return {y, cummax(vsel(reached, Places(x.shape(), axis), 0), axis)};
}

std::vector<Tensor> CummaxCompute(const OpParams& op) { return Extremes(op.Input("x"), op.Int("dim"), cummax); }
std::vector<Tensor> CumminCompute(const OpParams& op) { return Extremes(op.Input("x"), op.Int("axis"), cummin); }

REGISTER_OP_COMPUTE(Cummax, CummaxCompute);
REGISTER_CHECK_SUPPORT(Cummax, HasPlaces);
REGISTER_OP_COMPUTE(Cummin, CumminCompute);
REGISTER_CHECK_SUPPORT(Cummin, HasPlaces);

}  // namespace
}  // namespace tbe
