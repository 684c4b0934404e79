#include "op_proto/array/shape.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "opdk/infer.h"

namespace ge {

using opdk::Dims;
using Values = std::optional<std::vector<int64_t>>;

namespace {

// Sets y to `values`, counts of x's extents, in the dtype that the attribute names.
graphStatus SetCounts(Operator& op, const Dims& shape, const Values& values) {
  const int64_t dtype = opdk::IntAttr(op, "dtype");
  if (dtype != DT_INT32 && dtype != DT_INT64) {
    return opdk::ReportInferError(op, "dtype is " + std::to_string(dtype) + ", neither DT_INT32 (3) nor DT_INT64 (9)");
  }
  const auto fits = [&](int64_t value) { return dtype == DT_INT64 || value <= std::numeric_limits<int32_t>::max(); };
  if (values && !std::all_of(values->begin(), values->end(), fits)) {
    return opdk::ReportInferError(op, "int32 can't hold what x " + opdk::ShapeText(opdk::InputDims(op, "x")) + " has");
  }
  return opdk::SetKnownInts(op, "y", shape, values, static_cast<DataType>(dtype));
}

}  // namespace

IMPLEMT_INFERFUNC(Shape, ShapeInfer) {
  const Dims x = opdk::InputDims(op, "x");
  if (opdk::IsUnknownRank(x)) return SetCounts(op, {UNKNOWN_DIM}, std::nullopt);
  return SetCounts(op, {static_cast<int64_t>(x.size())}, opdk::IsStatic(x) ? Values(x) : std::nullopt);
}
INFER_FUNC_REG(Shape, ShapeInfer);

// A known extent has one value.
IMPL_INFER_VALUE_RANGE_FUNC(Shape, ShapeRanges) {
  std::vector<std::pair<int64_t, int64_t>> ranges;
  for (const int64_t extent : opdk::InputDims(op, "x")) {
    ranges.emplace_back(std::max<int64_t>(extent, 0), extent < 0 ? UNKNOWN_DIM : extent);
  }
  if (opdk::IsUnknownRank(opdk::InputDims(op, "x"))) ranges.clear();
  TensorDesc y = op.get_output_desc_y();
  (void)y.SetValueRange(ranges);
  return op.update_output_desc_y(y);
}
INFER_VALUE_RANGE_CUSTOM_FUNC_REG(Shape, INPUT_IS_DYNAMIC, ShapeRanges);

IMPLEMT_INFERFUNC(Size, SizeInfer) {
  int64_t count = 1;
  bool known = true;
  for (const int64_t dim : opdk::InputDims(op, "x")) {
    known = known && dim >= 0 && !__builtin_mul_overflow(count, dim, &count);
  }
  return SetCounts(op, {}, known ? Values(Dims{count}) : std::nullopt);
}
INFER_FUNC_REG(Size, SizeInfer);

}  // namespace ge
