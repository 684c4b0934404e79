#include "op_proto/array/strided_slice.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "op_proto/array/slice_plan.h"
#include "opdk/infer.h"
#include "opdk/list_text.h"

namespace ge {

using opdk::Dims;
using opdk::ListText;
using opdk::ReportInferError;
using opdk::ShapeText;

namespace {

// Returns the number of an input's entries, even if their values are unknown.
std::optional<size_t> EntriesOf(const Operator& op, const char* input) {
  if (const auto values = opdk::ConstInts(op, input)) return values->size();
  const Dims dims = opdk::InputDims(op, input);
  if (opdk::IsUnknownRank(dims) || dims.size() != 1 || dims[0] < 0) return std::nullopt;
  return static_cast<size_t>(dims[0]);
}

graphStatus InferSlice(Operator& op, bool has_axes, bool has_strides) {
  const DataType type = opdk::InputType(op, "x");
  const Dims x = opdk::InputDims(op, "x");
  opdk::SliceRequest request;
  request.begin_mask = opdk::IntAttr(op, "begin_mask");
  request.end_mask = opdk::IntAttr(op, "end_mask");
  request.ellipsis_mask = opdk::IntAttr(op, "ellipsis_mask");
  request.new_axis_mask = opdk::IntAttr(op, "new_axis_mask");
  request.shrink_axis_mask = opdk::IntAttr(op, "shrink_axis_mask");
  const bool same_rank = (request.ellipsis_mask | request.new_axis_mask | request.shrink_axis_mask) == 0;
  if (opdk::IsUnknownRank(x)) return opdk::SetOutput(op, "y", opdk::kUnknownRank, type);
  request.begin = opdk::ConstInts(op, "begin");
  request.end = opdk::ConstInts(op, "end");
  request.has_axes = has_axes;
  if (has_axes) request.axes = opdk::ConstInts(op, "axes");
  auto entries = EntriesOf(op, "begin");
  if (!entries && request.axes) entries = request.axes->size();
  if (!entries) return opdk::SetOutput(op, "y", same_rank ? Dims(x.size(), UNKNOWN_DIM) : opdk::kUnknownRank, type);
  request.entries = *entries;
  request.strides = has_strides ? opdk::ConstInts(op, "strides") : Dims(*entries, 1);
  std::string why;
  const auto plan = opdk::PlanSlice(x, request, why);
  if (!plan) return ReportInferError(op, why + "; x is " + ShapeText(x));
  return opdk::SetOutput(op, "y", plan->Shape(), type);
}

}  // namespace

IMPLEMT_COMMON_INFERFUNC(StridedSliceInfer) { return InferSlice(op, false, true); }
COMMON_INFER_FUNC_REG(StridedSlice, StridedSliceInfer);
COMMON_INFER_FUNC_REG(StridedSliceD, StridedSliceInfer);

IMPLEMT_COMMON_INFERFUNC(StridedSliceV2Infer) {
  return InferSlice(op, opdk::HasInput(op, "axes"), opdk::HasInput(op, "strides"));
}
COMMON_INFER_FUNC_REG(StridedSliceV2, StridedSliceV2Infer);

IMPLEMT_COMMON_INFERFUNC(SliceInfer) {
  const DataType type = opdk::InputType(op, "x");
  const Dims x = opdk::InputDims(op, "x");
  if (opdk::IsUnknownRank(x)) return opdk::SetOutput(op, "y", opdk::kUnknownRank, type);
  const auto offsets = opdk::ConstInts(op, "offsets"), size = opdk::ConstInts(op, "size");
  if ((offsets && offsets->size() != x.size()) || (size && size->size() != x.size())) {
    return ReportInferError(op, "offsets and size have not one entry for each axis of x " + ShapeText(x));
  }
  Dims y(x.size(), UNKNOWN_DIM);
  for (size_t i = 0; i < x.size(); ++i) {
    const int64_t wanted = size ? (*size)[i] : -1;
    if (wanted >= 0) y[i] = wanted;
    if (!offsets || !size) continue;
    const int64_t offset = (*offsets)[i];
    const int64_t rest = x[i] < 0 ? std::max<int64_t>(0, wanted) : x[i] - offset;
    if (wanted < -1 || offset < 0 || rest < 0 || wanted > rest) {
      return ReportInferError(op, "offsets " + ListText(*offsets) + " and size " + ListText(*size) + " leave axis " +
                                      std::to_string(i) + " of x " + ShapeText(x));
    }
    if (wanted == -1 && x[i] >= 0) y[i] = rest;
  }
  return opdk::SetOutput(op, "y", y, type);
}
COMMON_INFER_FUNC_REG(Slice, SliceInfer);
COMMON_INFER_FUNC_REG(SliceD, SliceInfer);

INFER_VALUE_RANGE_DEFAULT_REG(StridedSlice);
INFER_VALUE_RANGE_DEFAULT_REG(StridedSliceV2);
INFER_VALUE_RANGE_DEFAULT_REG(StridedSliceD);
INFER_VALUE_RANGE_DEFAULT_REG(Slice);
INFER_VALUE_RANGE_DEFAULT_REG(SliceD);

}  // namespace ge
