#include "op_proto/array/squeeze.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "opdk/infer.h"

namespace ge {

using opdk::CheckedAxis;
using opdk::ConstInts;
using opdk::Dims;
using opdk::HasInput;
using opdk::IsStatic;
using opdk::IsUnknownRank;
using opdk::ReportInferError;
using opdk::SetOutput;
using opdk::ShapeText;

// Infers y. `all`: all axes of extent 1 are dropped. `axes`: nothing when they aren't known yet.
static graphStatus InferSqueezed(Operator& op, bool all, const std::optional<std::vector<int64_t>>& axes,
                                 const char* name) {
  const TensorDesc x = op.GetInputDescByName("x");
  const Dims dims = x.GetShape().GetDims();
  if (IsUnknownRank(dims)) return SetOutput(op, "y", opdk::kUnknownRank, x.GetDataType());
  std::vector<bool> dropped(dims.size());
  if (all) {
    // Which axes go depends on extents that must be known.
    if (!IsStatic(dims)) return SetOutput(op, "y", opdk::kUnknownRank, x.GetDataType());
    std::transform(dims.begin(), dims.end(), dropped.begin(), [](int64_t extent) { return extent == 1; });
  } else {
    if (!axes) return SetOutput(op, "y", opdk::kUnknownRank, x.GetDataType());
    for (int64_t given : *axes) {
      const auto axis = CheckedAxis(op, name, given, dims);
      if (!axis) return GRAPH_FAILED;
      const int64_t extent = dims[static_cast<size_t>(*axis)];
      if (extent != 1 && extent >= 0) {
        return ReportInferError(
            op, "axis " + std::to_string(*axis) + " of x " + ShapeText(dims) + " is not 1 and can't be dropped");
      }
      dropped[static_cast<size_t>(*axis)] = true;
    }
  }
  Dims y;
  for (size_t i = 0; i < dims.size(); ++i) {
    if (!dropped[i]) y.push_back(dims[i]);
  }
  return SetOutput(op, "y", y, x.GetDataType());
}

IMPLEMT_INFERFUNC(SqueezeV3, SqueezeV3Infer) {
  const bool all = !HasInput(op, "axes");
  return InferSqueezed(op, all, all ? std::nullopt : ConstInts(op, "axes"), "axes");
}
INFER_FUNC_REG(SqueezeV3, SqueezeV3Infer);

IMPLEMT_INFERFUNC(Squeeze, SqueezeInfer) {
  const std::vector<int64_t> axes = op.get_attr_axis();
  return InferSqueezed(op, axes.empty(), axes, "axis");
}
INFER_FUNC_REG(Squeeze, SqueezeInfer);

INFER_VALUE_RANGE_DEFAULT_REG(Squeeze);
INFER_VALUE_RANGE_DEFAULT_REG(SqueezeV3);

}  // namespace ge
