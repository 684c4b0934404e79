// The place of the largest element: the first that equals it. NaN, which equals nothing, comes before everything.
#include <algorithm>
#include <limits>

#include "op_impl/ai_core/common/precision.h"
#include "opdk/infer.h"
#include "tbe/dsl.h"

namespace tbe {
namespace {

using Reduction = Tensor (*)(const Tensor& x, const Dims& axes, bool keep);

// 0, 1 … along `axis` of the shape.
Tensor Places(const Dims& shape, size_t axis) {
  Dims line(shape.size(), 1);
  line[axis] = shape[axis];
  const Tensor places = compute({shape[axis]}, [](const std::vector<Expr>& i) { return cast(i[0], ge::DT_INT32); });
  return broadcast(reshape(places, line), shape);
}

struct Axis {
  Tensor x;      // at least one axis
  size_t index;  // of x
};

Axis AxisOf(const OpParams& op) {
  const Tensor x = op.Input("x");
  if (x.rank() == 0) return {reshape(x, {1}), 0};
  const int64_t given = op.InputInts("dimension").at(0);
  return {x, static_cast<size_t>(given < 0 ? given + x.rank() : given)};
}

// The places, then the elements there.
std::vector<Tensor> Choose(const OpParams& op, Reduction best, const char* places) {
  const auto [x, axis] = AxisOf(op);
  const Dims axes = {static_cast<int64_t>(axis)};
  const Tensor wide = Widen(x), chosen = best(wide, axes, true);
  Tensor hit = vcmp(wide, chosen, "eq");
  if (IsFloat(x)) hit = vor(hit, visnan(wide));
  const Tensor place = reduce_min(vsel(hit, Places(x.shape(), axis), std::numeric_limits<int32_t>::max()), axes, false);
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

// A place is an int32 here.
std::string HasPlaces(const ge::Operator& op) {
  const opdk::Dims x = opdk::InputDims(op, "x");
  const bool fits =
      std::ranges::all_of(x, [](int64_t extent) { return extent <= std::numeric_limits<int32_t>::max(); });
  return fits ? "" : "an axis of x has more elements than an int32 counts";
}

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
