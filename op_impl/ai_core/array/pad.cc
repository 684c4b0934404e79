// Padding around a tensor: a constant, the nearest element (edge), the mirror image (reflect, symmetric) or the tensor
// again (wrap).
#include <algorithm>
#include <string>

#include "op_impl/ai_core/common/precision.h"
#include "op_proto/array/paddings.h"

namespace tbe {
namespace {

// Returns the place in x of element i of an axis that repeats. The axis is cropped first: `kept` elements from `cut` on
// repeat.
Expr WrappedPlace(const Expr& i, int64_t begin, int64_t end, int64_t extent) {
  const int64_t cut = std::max<int64_t>(-begin, 0), kept = extent - cut - std::max<int64_t>(-end, 0);
  const Expr place = i - at(Param(std::max<int64_t>(begin, 0), ge::DT_INT64));
  return vmod(place, at(Param(kept, ge::DT_INT64))) + at(Param(cut, ge::DT_INT64));
}

// Returns x with padding from inside x: element i is the element of x at i - begin, brought back into x.
Tensor PadFromInside(const Tensor& x, const opdk::Paddings& paddings, const Dims& shape, const std::string& mode) {
  return compute(shape, [&](const std::vector<Expr>& i) {
    std::vector<Expr> read;
    for (size_t axis = 0; axis < shape.size(); ++axis) {
      Expr last = extent(x, static_cast<int64_t>(axis)) - 1;
      const int64_t begin = paddings.begins[axis];
      Expr source = mode == "wrap" ? WrappedPlace(i[axis], begin, paddings.ends[axis], x.shape()[axis])
                                   : i[axis] - at(Param(begin, ge::DT_INT64));
      if (mode == "reflect") source = last - apply(UnaryOp::kAbs, last - apply(UnaryOp::kAbs, source));
      // The mirror stands half an element further out: -1 and 0 are the same element, and so are last and last + 1.
      if (mode == "symmetric") source = max(source, -1 - source);
      if (mode == "symmetric") source = min(source, 2 * last + 1 - source);
      read.push_back(max(min(source, last), 0));
    }
    return at(x, read);
  });
}

std::vector<Tensor> Padded(const OpParams& op, const std::string& mode, bool contiguous, const Operand& constant) {
  const Tensor x = op.Input("x");
  const opdk::Paddings paddings = opdk::PaddingsOf(op.InputInts("paddings"), contiguous);
  if (mode == "constant") return {pad(x, paddings.begins, paddings.ends, constant)};
  return {PadFromInside(x, paddings, op.OutputShape("y"), mode)};
}

std::vector<Tensor> PadCompute(const OpParams& op) { return Padded(op, "constant", true, 0); }

std::vector<Tensor> PadV2Compute(const OpParams& op) {
  return Padded(op, "constant", true, op.Input("constant_values"));
}

std::vector<Tensor> PadV3Compute(const OpParams& op) {
  const Operand constant = op.HasInput("constant_values") ? Operand(op.Input("constant_values")) : Operand(0);
  return Padded(op, op.String("mode"), op.Bool("paddings_contiguous"), constant);
}

std::vector<Tensor> PadV3DCompute(const OpParams& op) {
  return Padded(op, op.String("mode"), op.Bool("paddings_contiguous"), op.Int("constant_values"));
}

std::vector<Tensor> MirrorPadCompute(const OpParams& op) {
  return Padded(op, op.String("mode") == "REFLECT" ? "reflect" : "symmetric", true, 0);
}

// Returns `size` elements of an axis of x from `begin` on, with their mirror images before and behind added.
// `outermost`: the first and the last element have mirror images, too.
Tensor FoldAxis(const Tensor& x, size_t axis, int64_t begin, int64_t size, bool outermost) {
  Dims shape = x.shape();
  shape[axis] = size;
  return compute(shape, [&](const std::vector<Expr>& i) {
    const Expr first = at(Param(begin, ge::DT_INT64)), last = extent(x, static_cast<int64_t>(axis)) - 1;
    const Expr behind = first + at(Param(size, ge::DT_INT64)), shift = Expr(outermost ? 1 : 0);
    const auto read = [&](const Expr& place) {
      std::vector<Expr> from = i;
      from[axis] = max(min(place, last), 0);
      return at(x, from);
    };
    const Expr before = first - shift - i[axis], after = 2 * (behind - 1) - first + shift - i[axis];
    return read(first + i[axis]) + select(before >= 0 && before < first, read(before), 0) +
           select(after >= behind && after <= last, read(after), 0);
  });
}

std::vector<Tensor> MirrorPadGradCompute(const OpParams& op) {
  Tensor y = Widen(op.Input("x"));
  const opdk::Paddings paddings = opdk::PaddingsOf(op.InputInts("paddings"), true);
  const Dims& shape = op.OutputShape("y");
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    if (paddings.begins[axis] == 0 && paddings.ends[axis] == 0) continue;
    y = FoldAxis(y, axis, paddings.begins[axis], shape[axis], op.String("mode") == "SYMMETRIC");
  }
  return {cast_to(y, op.OutputDtype("y"))};
}

REGISTER_OP_COMPUTE(Pad, PadCompute);
REGISTER_OP_COMPUTE(PadD, PadCompute);
REGISTER_OP_COMPUTE(PadV2, PadV2Compute);
REGISTER_OP_COMPUTE(PadV2D, PadV2Compute);
REGISTER_OP_COMPUTE(PadV3, PadV3Compute);
REGISTER_OP_COMPUTE(PadV3D, PadV3DCompute);
REGISTER_OP_COMPUTE(MirrorPad, MirrorPadCompute);
REGISTER_OP_COMPUTE(MirrorPadGrad, MirrorPadGradCompute);

}  // namespace
}  // namespace tbe
