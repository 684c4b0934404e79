// The place of the largest element: the first that equals it. NaN, which equals nothing, comes before everything.
#include "op_impl/ai_core/common/places.h"

namespace tbe {
namespace {

using Reduction = Tensor (*)(const Tensor& x, const Dims& axes, bool keep);

// Returns the places, then the elements there.
std::vector<Tensor> Choose(const OpParams& op, Reduction best, const char* places) {
  Tensor x = op.Input("x");
  // A scalar is its own only element.
  int64_t axis = x.rank() == 0 ? 0 : op.InputInts("dimension").at(0);
  if (x.rank() == 0) x = reshape(x, {1});
  if (axis < 0) axis += x.rank();
  const Tensor wide = Widen(x), chosen = best(wide, {axis}, true);
  const Tensor place = FirstPlace(wide, chosen, axis);
  return {cast_to(reshape(place, op.OutputShape(places)), op.OutputDtype(places)), cast_to(chosen, x.dtype())};
}

std::vector<Tensor> Place(const OpParams& op, Reduction best) { return {Choose(op, best, "y")[0]}; }
std::vector<Tensor> PlaceAndValue(const OpParams& op, Reduction best) {
  std::vector<Tensor> both = Choose(op, best, "indice");
  both[1] = reshape(both[1], op.OutputShape("values"));
  return both;
}

std::vector<Tensor> ArgMaxV2Compute(const OpParams& op) { return Place(op, reduce_max); }
std::vector<Tensor> ArgMinCompute(const OpParams& op) { return Place(op, reduce_min); }
std::vector<Tensor> ArgMaxWithValueCompute(const OpParams& op) { return PlaceAndValue(op, reduce_max); }
std::vector<Tensor> ArgMinWithValueCompute(const OpParams& op) { return PlaceAndValue(op, reduce_min); }

REGISTER_OP_COMPUTE(ArgMaxV2, ArgMaxV2Compute);
REGISTER_OP_COMPUTE(ArgMaxD, ArgMaxV2Compute);
REGISTER_OP_COMPUTE(ArgMaxWithValue, ArgMaxWithValueCompute);
REGISTER_OP_COMPUTE(ArgMin, ArgMinCompute);
REGISTER_OP_COMPUTE(ArgMinD, ArgMinCompute);
REGISTER_OP_COMPUTE(ArgMinWithValue, ArgMinWithValueCompute);

REGISTER_CHECK_SUPPORT(ArgMaxV2, HasPlaces);
REGISTER_CHECK_SUPPORT(ArgMaxD, HasPlaces);
REGISTER_CHECK_SUPPORT(ArgMaxWithValue, HasPlaces);
REGISTER_CHECK_SUPPORT(ArgMin, HasPlaces);
REGISTER_CHECK_SUPPORT(ArgMinD, HasPlaces);
REGISTER_CHECK_SUPPORT(ArgMinWithValue, HasPlaces);

}  // namespace
}  // namespace tbe
