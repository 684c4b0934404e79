#include "op_proto/array/pad.h"

#include <algorithm>
#include <string>
#include <vector>

#include "opdk/infer.h"

namespace ge {

using opdk::ConstInts;
using opdk::Dims;
using opdk::IsUnknownRank;
using opdk::ReportInferError;
using opdk::SetOutput;
using opdk::ShapeText;

IMPLEMT_INFERFUNC(Pad, PadInfer) {
  const TensorDesc x = op.get_input_desc_x();
  Dims y = x.GetShape().GetDims();
  const std::string mode = op.get_attr_mode();
  if (mode != "constant" && mode != "reflect" && mode != "edge" && mode != "wrap") {
    return ReportInferError(op, "mode '" + mode + "' is none of constant, reflect, edge, wrap");
  }
  if (IsUnknownRank(y)) return SetOutput(op, "y", opdk::kUnknownRank, x.GetDataType());
  const auto const_pads = ConstInts(op, "pads");
  if (!const_pads) return SetOutput(op, "y", Dims(y.size(), UNKNOWN_DIM), x.GetDataType());
  const Dims& pads = *const_pads;
  if (pads.size() != 2 * y.size()) {
    return ReportInferError(op, "pads " + ShapeText(pads) + " has not two entries for each axis of x " + ShapeText(y));
  }
  for (size_t i = 0; i < y.size(); ++i) {
    if (y[i] < 0) continue;
    const int64_t begin = pads[i];
    const int64_t end = pads[i + y.size()];
    if (mode == "reflect" && (begin >= y[i] || end >= y[i]) && (begin > 0 || end > 0)) {
      return ReportInferError(op, "mode reflect can't pad axis " + std::to_string(i) + " of x " + ShapeText(y) +
                                      " by " + std::to_string(std::max(begin, end)));
    }
    if ((mode == "edge" || mode == "wrap") && y[i] == 0 && begin + end > 0)
      return ReportInferError(op, "mode " + mode + " can't pad the empty axis " + std::to_string(i));
    y[i] += begin + end;
    if (y[i] < 0)
      return ReportInferError(op, "pads " + ShapeText(pads) + " crop more than axis " + std::to_string(i) + " holds");
  }
  return SetOutput(op, "y", y, x.GetDataType());
}
INFER_FUNC_REG(Pad, PadInfer);

}  // namespace ge
