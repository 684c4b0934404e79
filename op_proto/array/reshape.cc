#include "op_proto/array/reshape.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "opdk/infer.h"
#include "opdk/list_text.h"

namespace ge {

using opdk::ConstInts;
using opdk::Dims;
using opdk::IsStatic;
using opdk::IsUnknownRank;
using opdk::ListText;
using opdk::ReportInferError;
using opdk::SetOutput;
using opdk::ShapeText;

namespace {

// Returns the extent in the place of -1 where x has no elements. Copied axes count on neither side: [0, 2, 3] becomes
// [0, 6] by (0, -1). 0: the other axes leave no whole extent.
int64_t DerivedBesideZero(const Dims& x, const std::vector<bool>& copied, const Dims& shape) {
  int64_t elements = 1, known = 1;
  for (size_t i = 0; i < x.size(); ++i) elements *= i < copied.size() && copied[i] ? 1 : x[i];
  for (size_t i = 0; i < shape.size(); ++i) known *= copied[i] || shape[i] == -1 ? 1 : shape[i];
  return known == 0 || elements % known != 0 ? 0 : elements / known;
}

// Resolves 0 and -1 in the requested `shape` as far as x is known. Returns "" or why the shape isn't possible.
std::string ResolveShape(const Dims& x, bool allow_zero, Dims& shape) {
  const bool x_known = !IsUnknownRank(x);
  if (allow_zero && std::ranges::count(shape, 0) > 0 && std::ranges::count(shape, -1) > 0)
    return "shape has 0 and -1 " + ListText(shape) + ", with allowzero 1 no extent can be derived beside 0";
  int64_t derived = -1;
  std::vector<bool> copied(shape.size());
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] == -1) {
      if (derived >= 0) return "shape has more than one -1: " + ListText(shape);
      derived = static_cast<int64_t>(i);
    } else if (shape[i] < -1) {
      return "shape has the negative extent " + std::to_string(shape[i]);
    } else if (shape[i] == 0 && !allow_zero) {
      if (x_known && i >= x.size())
        return "shape copies axis " + std::to_string(i) + " that x " + ShapeText(x) + " doesn't have";
      shape[i] = x_known ? x[i] : UNKNOWN_DIM;
      copied[i] = true;
    }
  }
  if (!x_known || !IsStatic(x)) return "";
  int64_t elements = 1, known = 1;
  for (int64_t extent : x) elements *= extent;
  for (size_t i = 0; i < shape.size(); ++i) known *= static_cast<int64_t>(i) == derived ? 1 : shape[i];
  const bool fits = derived < 0 ? known == elements : (known == 0 ? elements == 0 : elements % known == 0);
  if (!fits)
    return "x " + ShapeText(x) + " has " + std::to_string(elements) + " elements, which don't fill shape " +
           ListText(shape);
  if (derived >= 0)
    shape[static_cast<size_t>(derived)] = known == 0 ? DerivedBesideZero(x, copied, shape) : elements / known;
  return "";
}

}  // namespace

IMPLEMT_INFERFUNC(Reshape, ReshapeInfer) {
  const TensorDesc x = op.get_input_desc_x();
  const Dims listed = op.get_input_desc_shape().GetShape().GetDims();
  if (!IsUnknownRank(listed) && listed.size() > 1) {
    return ReportInferError(op, "shape has shape " + ShapeText(listed) + ", it must be a list");
  }
  std::optional<Dims> shape = ConstInts(op, "shape");
  if (!shape) {
    Dims open = opdk::ListedShape(op, "shape");
    const Dims dims = x.GetShape().GetDims();
    for (size_t i = 0; i < open.size(); ++i) {
      const bool copied = open[i] == 0 && op.get_attr_allowzero() == 0;
      if (copied) open[i] = IsUnknownRank(dims) || i >= dims.size() ? UNKNOWN_DIM : dims[i];
    }
    // A shape without entries, for one, has a known result, whatever its values are.
    const std::string problem = IsStatic(open) ? ResolveShape(dims, true, open) : "";
    if (!problem.empty()) return ReportInferError(op, problem);
    return SetOutput(op, "y", open, x.GetDataType());
  }
  const std::string problem = ResolveShape(x.GetShape().GetDims(), op.get_attr_allowzero() != 0, *shape);
  if (!problem.empty()) return ReportInferError(op, problem);
  return SetOutput(op, "y", *shape, x.GetDataType());
}
INFER_FUNC_REG(Reshape, ReshapeInfer);

INFER_VALUE_RANGE_DEFAULT_REG(Reshape);

}  // namespace ge
