#include "op_proto/array/unsqueeze.h"

#include <optional>
#include <string>
#include <vector>

#include "opdk/infer.h"
#include "opdk/list_text.h"

namespace ge {

using opdk::ConstInts;
using opdk::Dims;
using opdk::IsUnknownRank;
using opdk::ListText;
using opdk::NormalizeAxes;
using opdk::ReportInferError;
using opdk::SetOutput;

// Infers y. `axes`: nothing when they aren't known yet.
static graphStatus InferUnsqueezed(Operator& op, const std::optional<std::vector<int64_t>>& axes) {
  const TensorDesc x = op.GetInputDescByName("x");
  const Dims dims = x.GetShape().GetDims();
  if (IsUnknownRank(dims) || !axes) return SetOutput(op, "y", opdk::kUnknownRank, x.GetDataType());
  std::vector<bool> inserted(dims.size() + axes->size());
  const auto normal = NormalizeAxes(*axes, static_cast<int64_t>(inserted.size()));
  if (!normal) {
    return ReportInferError(op, "axes " + ListText(*axes) + " are outside the " + std::to_string(inserted.size()) +
                                    " axes of y, or one stands twice");
  }
  for (int64_t axis : *normal) inserted[static_cast<size_t>(axis)] = true;
  Dims y;
  auto next = dims.begin();
  for (bool is_new : inserted) y.push_back(is_new ? 1 : *next++);
  return SetOutput(op, "y", y, x.GetDataType());
}

IMPLEMT_INFERFUNC(UnsqueezeV3, UnsqueezeV3Infer) { return InferUnsqueezed(op, ConstInts(op, "axes")); }
INFER_FUNC_REG(UnsqueezeV3, UnsqueezeV3Infer);

IMPLEMT_INFERFUNC(Unsqueeze, UnsqueezeInfer) { return InferUnsqueezed(op, op.get_attr_axes()); }
INFER_FUNC_REG(Unsqueeze, UnsqueezeInfer);

INFER_VALUE_RANGE_DEFAULT_REG(Unsqueeze);
INFER_VALUE_RANGE_DEFAULT_REG(UnsqueezeV3);

}  // namespace ge
