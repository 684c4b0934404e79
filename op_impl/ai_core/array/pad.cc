// Pad: begins, then ends, per axis; negative numbers crop. Modes constant, edge (the nearest element), reflect (mirrored at
// the outermost element) and wrap (repeated).
#include <string>

#include "tbe/dsl.h"

namespace tbe {
namespace {

// Element i of the result is the element of x at i - begin, brought back into x.
Tensor PadFromInside(const Tensor& x, const Dims& begins, const Dims& shape, const std::string& mode) {
  return compute(shape, [&](const std::vector<Expr>& i) {
    std::vector<Expr> read;
    for (size_t axis = 0; axis < shape.size(); ++axis) {
      Expr last = extent(x, static_cast<int64_t>(axis)) - 1;
      Expr source = i[axis] - at(Param(begins[axis], ge::DT_INT64));
      if (mode == "wrap") source = vmod(source, last + 1);
      if (mode == "reflect") source = last - apply(UnaryOp::kAbs, last - apply(UnaryOp::kAbs, source));
      read.push_back(max(min(source, last), 0));
    }
    return at(x, read);
  });
}

std::vector<Tensor> PadCompute(const OpParams& op) {
  Tensor x = op.Input("x");
  const Dims pads = op.InputInts("pads");
  const auto middle = pads.begin() + static_cast<int64_t>(pads.size() / 2);
  const Dims begins(pads.begin(), middle), ends(middle, pads.end());
  const std::string mode = op.String("mode");
  if (mode != "constant") return {PadFromInside(x, begins, op.OutputShape("y"), mode)};
  if (op.HasInput("constant_value")) return {pad(x, begins, ends, op.Input("constant_value"))};
  return {pad(x, begins, ends, 0)};
}

REGISTER_OP_COMPUTE(Pad, PadCompute);

}  // namespace
}  // namespace tbe
