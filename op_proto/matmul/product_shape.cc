#include "op_proto/matmul/product_shape.h"

#include <string>
#include <utility>

namespace ge {

using opdk::BroadcastDims;
using opdk::Dims;
using opdk::IsUnknownRank;
using opdk::ReportInferError;
using opdk::SetOutput;
using opdk::ShapeText;

graphStatus InferProduct(Operator& op, bool transpose_x1, bool transpose_x2) {
  const TensorDesc x1 = op.GetInputDescByName("x1");
  Dims a = x1.GetShape().GetDims();
  Dims b = op.GetInputDescByName("x2").GetShape().GetDims();
  if (IsUnknownRank(a) || IsUnknownRank(b)) return SetOutput(op, "y", opdk::kUnknownRank, x1.GetDataType());
  if (a.empty() || b.empty())
    return ReportInferError(op, "x1 " + ShapeText(a) + " or x2 " + ShapeText(b) + " is a scalar");
  if (x1.GetDataType() != op.GetInputDescByName("x2").GetDataType())
    return ReportInferError(op, "x1 and x2 differ in dtype");
  const std::string shapes = "x1 " + ShapeText(a) + " and x2 " + ShapeText(b);
  const bool row = a.size() == 1;
  const bool column = b.size() == 1;
  if (row) a.insert(a.begin(), 1);
  if (column) b.push_back(1);
  if (transpose_x1) std::swap(a[a.size() - 1], a[a.size() - 2]);
  if (transpose_x2) std::swap(b[b.size() - 1], b[b.size() - 2]);
  const int64_t m = a[a.size() - 2];
  const int64_t k = a[a.size() - 1];
  const int64_t n = b[b.size() - 1];
  if (k >= 0 && b[b.size() - 2] >= 0 && k != b[b.size() - 2]) {
    return ReportInferError(
        op, shapes + " can't be multiplied: " + std::to_string(k) + " against " + std::to_string(b[b.size() - 2]));
  }
  const auto batch = BroadcastDims(Dims(a.begin(), a.end() - 2), Dims(b.begin(), b.end() - 2));
  if (!batch) return ReportInferError(op, shapes + ": the leading axes can't be broadcast");
  Dims y = *batch;
  if (!row) y.push_back(m);
  if (!column) y.push_back(n);
  return SetOutput(op, "y", y, x1.GetDataType());
}

}  // namespace ge
