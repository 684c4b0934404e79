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

ProductShape ShapeOfProduct(const Operator& op, const char* left, const char* right, bool transpose_left,
                            bool transpose_right) {
  Dims a = opdk::InputDims(op, left);
  Dims b = opdk::InputDims(op, right);
  if (IsUnknownRank(a) || IsUnknownRank(b)) return {opdk::kUnknownRank, ""};
  const std::string shapes = std::string(left) + " " + ShapeText(a) + " and " + right + " " + ShapeText(b);
  if (a.empty() || b.empty()) return {{}, shapes + ": a scalar is no matrix"};
  const bool row = a.size() == 1;
  const bool column = b.size() == 1;
  if ((row && transpose_left) || (column && transpose_right)) {
    return {{}, shapes + ": a vector can't be transposed"};
  }
  if (row) a.insert(a.begin(), 1);
  if (column) b.push_back(1);
  if (transpose_left) std::swap(a[a.size() - 1], a[a.size() - 2]);
  if (transpose_right) std::swap(b[b.size() - 1], b[b.size() - 2]);
  const int64_t m = a[a.size() - 2];
  const int64_t k = a[a.size() - 1];
  const int64_t n = b[b.size() - 1];
  if (k >= 0 && b[b.size() - 2] >= 0 && k != b[b.size() - 2]) {
    return {{}, shapes + " can't be multiplied: " + std::to_string(k) + " against " + std::to_string(b[b.size() - 2])};
  }
  const auto batch = BroadcastDims(Dims(a.begin(), a.end() - 2), Dims(b.begin(), b.end() - 2));
  if (!batch) return {{}, shapes + ": the leading axes can't be broadcast"};
  Dims y = *batch;
  if (!row) y.push_back(m);
  if (!column) y.push_back(n);
  return {y, ""};
}

graphStatus InferProduct(Operator& op, bool transpose_x1, bool transpose_x2, const char* bias) {
  const DataType type = opdk::InputType(op, "x1");
  const ProductShape product = ShapeOfProduct(op, "x1", "x2", transpose_x1, transpose_x2);
  if (!product.problem.empty()) return ReportInferError(op, product.problem);
  if (type != opdk::InputType(op, "x2")) return ReportInferError(op, "x1 and x2 differ in dtype");
  if (bias != nullptr && opdk::HasInput(op, bias)) {
    const Dims dims = opdk::InputDims(op, bias);
    if (!opdk::BroadcastsTo(dims, product.y)) {
      return ReportInferError(op,
                              "bias " + ShapeText(dims) + " can't be broadcast to the product " + ShapeText(product.y));
    }
  }
  return SetOutput(op, "y", product.y, type == DT_INT8 ? DT_INT32 : type);
}

}  // namespace ge
