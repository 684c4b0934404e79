#include "op_proto/array/range.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>

#include "opdk/infer.h"

namespace ge {

using opdk::ReportInferError;
using opdk::SetOutput;

namespace {

template <typename T>
bool ConstScalar(const Operator& op, const char* port, T& value) {
  Tensor tensor;
  if (op.GetInputConstData(port, tensor) != GRAPH_SUCCESS || tensor.GetSize() < sizeof(T)) return false;
  std::memcpy(&value, tensor.GetData(), sizeof(T));
  return true;
}

template <typename T>
graphStatus InferAs(Operator& op, DataType dtype) {
  T start{}, limit{}, delta{};
  if (!ConstScalar(op, "start", start) || !ConstScalar(op, "limit", limit) || !ConstScalar(op, "delta", delta)) {
    return SetOutput(op, "y", {UNKNOWN_DIM}, dtype);
  }
  if (delta == T(0)) return ReportInferError(op, "delta is 0");
  const double steps =
      std::ceil((static_cast<double>(limit) - static_cast<double>(start)) / static_cast<double>(delta));
  if (!std::isfinite(steps)) return ReportInferError(op, "start, limit or delta is not finite");
  return SetOutput(op, "y", {static_cast<int64_t>(std::max(0.0, steps))}, dtype);
}

}  // namespace

IMPLEMT_INFERFUNC(Range, RangeInfer) {
  const DataType dtype = op.get_input_desc_start().GetDataType();
  switch (dtype) {
    case DT_FLOAT:
      return InferAs<float>(op, dtype);
    case DT_DOUBLE:
      return InferAs<double>(op, dtype);
    case DT_INT16:
      return InferAs<int16_t>(op, dtype);
    case DT_INT32:
      return InferAs<int32_t>(op, dtype);
    case DT_INT64:
      return InferAs<int64_t>(op, dtype);
    default:
      return ReportInferError(op, "the dtype of start is none of float, double, int16, int32, int64");
  }
}
INFER_FUNC_REG(Range, RangeInfer);

}  // namespace ge
