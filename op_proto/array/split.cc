#include "op_proto/array/split.h"

#include <numeric>
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
using opdk::SetDynamicOutput;
using opdk::ShapeText;

IMPLEMT_INFERFUNC(Split, SplitInfer) {
  const TensorDesc x = op.get_input_desc_x();
  const Dims dims = x.GetShape().GetDims();
  const int64_t count = op.GetDynamicOutputNum("y");
  if (count <= 0) return ReportInferError(op, "it has no outputs");
  if (IsUnknownRank(dims)) {
    for (int64_t i = 0; i < count; ++i) {
      if (SetDynamicOutput(op, "y", static_cast<uint32_t>(i), opdk::kUnknownRank, x.GetDataType()) != GRAPH_SUCCESS)
        return GRAPH_FAILED;
    }
    return GRAPH_SUCCESS;
  }
  const auto axis = CheckedAxis(op, "axis", op.get_attr_axis(), dims);
  if (!axis) return GRAPH_FAILED;
  const int64_t whole = dims[static_cast<size_t>(*axis)];
  Dims pieces;
  if (HasInput(op, "split")) {
    pieces = ConstInts(op, "split").value_or(Dims(static_cast<size_t>(count), UNKNOWN_DIM));
    if (static_cast<int64_t>(pieces.size()) != count) {
      return ReportInferError(op, "split " + ShapeText(pieces) + " has not one entry for each of the " +
                                      std::to_string(count) + " outputs");
    } else if (whole >= 0 && IsStatic(pieces) && std::accumulate(pieces.begin(), pieces.end(), int64_t{0}) != whole) {
      return ReportInferError(op, "split " + ShapeText(pieces) + " does not add up to the extent " +
                                      std::to_string(whole) + " of axis " + std::to_string(*axis));
    }
  } else if (whole >= 0 && whole % count != 0) {
    return ReportInferError(op, "the extent " + std::to_string(whole) + " of axis " + std::to_string(*axis) +
                                    " can't be cut into " + std::to_string(count) + " equal pieces");
  } else {
    pieces.assign(static_cast<size_t>(count), whole < 0 ? UNKNOWN_DIM : whole / count);
  }
  Dims y = dims;
  for (int64_t i = 0; i < count; ++i) {
    y[static_cast<size_t>(*axis)] = pieces[static_cast<size_t>(i)];
    if (SetDynamicOutput(op, "y", static_cast<uint32_t>(i), y, x.GetDataType()) != GRAPH_SUCCESS) return GRAPH_FAILED;
  }
  return GRAPH_SUCCESS;
}
INFER_FUNC_REG(Split, SplitInfer);

}  // namespace ge
