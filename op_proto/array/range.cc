#include "op_proto/array/range.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "opdk/infer.h"
#include "opdk/one_number.h"

namespace ge {

using opdk::ReportInferError;
using opdk::SetOutput;

namespace {

// Numbers of 16 bits, as they are stored.
struct Half {
  uint16_t bits;
  explicit operator double() const {
    const int exponent = bits >> 10 & 31, fraction = bits & 1023;
    double value = exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(fraction + 1024, exponent - 25);
    if (exponent == 31) value = fraction == 0 ? INFINITY : NAN;
    return bits >> 15 == 0 ? value : -value;
  }
};
struct BFloat16 {
  uint16_t bits;
  explicit operator double() const {
    const uint32_t wide = static_cast<uint32_t>(bits) << 16;
    float value = 0;
    std::memcpy(&value, &wide, sizeof value);
    return static_cast<double>(value);
  }
};

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
  if (static_cast<double>(delta) == 0) return ReportInferError(op, "delta is 0");
  const double steps =
      std::ceil((static_cast<double>(limit) - static_cast<double>(start)) / static_cast<double>(delta));
  if (!std::isfinite(steps)) return ReportInferError(op, "start, limit or delta is not finite");
  return SetOutput(op, "y", {static_cast<int64_t>(std::max(0.0, steps))}, dtype);
}

}  // namespace

IMPLEMT_INFERFUNC(Range, RangeInfer) {
  if (opdk::CheckOneNumber(op, {"start", "limit", "delta"}) != GRAPH_SUCCESS) return GRAPH_FAILED;
  const DataType dtype = op.get_input_desc_start().GetDataType();
  switch (dtype) {
    case DT_FLOAT:
      return InferAs<float>(op, dtype);
    case DT_FLOAT16:
      return InferAs<Half>(op, dtype);
    case DT_BF16:
      return InferAs<BFloat16>(op, dtype);
    case DT_DOUBLE:
      return InferAs<double>(op, dtype);
    case DT_INT16:
      return InferAs<int16_t>(op, dtype);
    case DT_INT32:
      return InferAs<int32_t>(op, dtype);
    case DT_INT64:
      return InferAs<int64_t>(op, dtype);
    default:
      return ReportInferError(op,
                              "the dtype of start is none of float, float16, bfloat16, double, int16, int32, int64");
  }
}
INFER_FUNC_REG(Range, RangeInfer);

}  // namespace ge
