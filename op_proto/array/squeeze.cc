#include "op_proto/array/squeeze.h"

#include <algorithm>
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

IMPLEMT_INFERFUNC(Squeeze, SqueezeInfer) {
  const TensorDesc x = op.get_input_desc_x();
  const Dims dims = x.GetShape().GetDims();
  if (IsUnknownRank(dims)) return SetOutput(op, "y", opdk::kUnknownRank, x.GetDataType());
  std::vector<bool> dropped(dims.size());
  if (!HasInput(op, "axes")) {
    // Which axes go depends on extents that must be known.
    if (!IsStatic(dims)) return SetOutput(op, "y", opdk::kUnknownRank, x.GetDataType());
    std::transform(dims.begin(), dims.end(), dropped.begin(), [](int64_t extent) { return extent == 1; });
  } else {
    const auto axes = ConstInts(op, "axes");
    if (!axes) return SetOutput(op, "y", opdk::kUnknownRank, x.GetDataType());
    for (int64_t given : *axes) {
      const auto axis = CheckedAxis(op, "axes", given, dims);
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
INFER_FUNC_REG(Squeeze, SqueezeInfer);

}  // namespace ge
