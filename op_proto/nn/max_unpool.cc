#include "op_proto/nn/max_unpool.h"

#include <string>

#include "opdk/infer.h"
#include "opdk/list_text.h"

namespace ge {

IMPLEMT_INFERFUNC(MaxUnpool, MaxUnpoolInfer) {
  opdk::Dims y = opdk::InputDims(op, "x");
  const opdk::Dims indices = opdk::InputDims(op, "indices");
  const auto kernel = op.get_attr_kernel_shape(), pads = op.get_attr_pads(), strides = op.get_attr_strides();
  const DataType type = opdk::InputType(op, "x");
  if (!opdk::MergeDims(y, indices)) {
    return opdk::ReportInferError(op,
                                  "indices have shape " + opdk::ShapeText(indices) + ", x has " + opdk::ShapeText(y));
  }
  const size_t axes = kernel.size();
  if ((!pads.empty() && pads.size() != 2 * axes) || (!strides.empty() && strides.size() != axes)) {
    return opdk::ReportInferError(op, "pads or strides don't fit the window's " + std::to_string(axes) + " axes");
  }
  if (opdk::IsUnknownRank(y)) y.assign(axes + 2, UNKNOWN_DIM);
  if (y.size() != axes + 2) {
    return opdk::ReportInferError(op, "x of shape " + opdk::ShapeText(y) + " hasn't the window's axes");
  }
  for (size_t i = 0; i < axes; ++i) {
    const bool padded = !pads.empty() && (pads[i] < 0 || pads[i + axes] < 0);
    if (padded || kernel[i] < 1 || (!strides.empty() && strides[i] < 1)) {
      return opdk::ReportInferError(op, "an entry of kernel_shape, pads or strides is out of range");
    }
    int64_t& extent = y[i + 2];
    if (extent < 0) continue;
    int64_t reach = 0, padding = 0;
    const bool held = !__builtin_mul_overflow(extent - 1, strides.empty() ? 1 : strides[i], &reach) &&
                      !__builtin_add_overflow(reach, kernel[i], &reach) &&
                      (pads.empty() || (!__builtin_add_overflow(pads[i], pads[i + axes], &padding) &&
                                        !__builtin_sub_overflow(reach, padding, &reach)));
    if (!held || reach < 0) {
      return opdk::ReportInferError(op, "axis " + std::to_string(i + 2) + " of y has no possible extent");
    }
    extent = reach;
  }
  if (!opdk::HasInput(op, "output_shape")) return opdk::SetOutput(op, "y", y, type);
  const auto wanted = opdk::ConstInts(op, "output_shape");
  if (!wanted) return opdk::SetOutput(op, "y", opdk::Dims(axes + 2, UNKNOWN_DIM), type);
  bool fits = wanted->size() == y.size();
  for (size_t i = 0; fits && i < y.size(); ++i) fits = (*wanted)[i] >= 0 && (y[i] < 0 || (*wanted)[i] >= y[i]);
  if (!fits) {
    return opdk::ReportInferError(op, "output_shape " + opdk::ListText(*wanted) + " can't hold " + opdk::ShapeText(y));
  }
  return opdk::SetOutput(op, "y", *wanted, type);
}

INFER_FUNC_REG(MaxUnpool, MaxUnpoolInfer);

}  // namespace ge
