#include "op_proto/matmul/mat_mul_integer.h"

#include <algorithm>

#include "op_proto/matmul/product_shape.h"

namespace ge {

using opdk::Dims;

namespace {

// Returns why `numbers` (a scale, a zero point) are neither one number nor one for each row or column of x; "": they
// are.
std::string CheckNumbers(const Operator& op, const Dims& x, const char* of_what, const char* numbers, bool along_rows) {
  Dims zero = opdk::InputDims(op, numbers);
  if (opdk::IsUnknownRank(x) || opdk::IsUnknownRank(zero)) return "";
  if (along_rows && zero.size() == 1 && x.size() > 1) zero.push_back(1);
  const auto joined = opdk::BroadcastDims(x, zero);
  const bool one_per_sum = zero.size() < 2 || x.size() < 2 || zero[zero.size() - (along_rows ? 1 : 2)] == 1 ||
                           zero[zero.size() - (along_rows ? 1 : 2)] < 0;
  const bool fits = joined && joined->size() == x.size() && opdk::MergeDims(*joined, x) && one_per_sum;
  if (fits) return "";
  return std::string(numbers) + " " + opdk::ShapeText(opdk::InputDims(op, numbers)) + " doesn't fit " + of_what + " " +
         opdk::ShapeText(x);
}

// Returns whether a shape may be that of one number, as far as its extents are known.
bool IsOneNumber(const Dims& dims) {
  return std::all_of(dims.begin(), dims.end(), [](int64_t dim) { return dim == 1 || dim < 0; });
}

// Checks the numbers of an operand; a vector is one row or one column.
std::string CheckOperandNumbers(const Operator& op, const char* operand, const char* numbers, bool along_rows) {
  const Dims x = opdk::InputDims(op, operand);
  const Dims given = opdk::InputDims(op, numbers);
  if (x.size() == 1 && !opdk::IsUnknownRank(x) && !IsOneNumber(given)) {
    return std::string(numbers) + " " + opdk::ShapeText(given) + " is not one number, and " + operand + " is a vector";
  }
  return CheckNumbers(op, x, operand, numbers, along_rows);
}

// Checks the zero point of an operand, which has the operand's dtype.
std::string CheckOperandZeroPoint(const Operator& op, const char* operand, const char* zero_point, bool along_rows) {
  if (!opdk::HasInput(op, zero_point)) return "";
  if (opdk::InputType(op, operand) != opdk::InputType(op, zero_point)) {
    return std::string(zero_point) + " and " + operand + " differ in dtype";
  }
  return CheckOperandNumbers(op, operand, zero_point, along_rows);
}

}  // namespace

IMPLEMT_INFERFUNC(MatMulInteger, MatMulIntegerInfer) {
  const ProductShape product = ShapeOfProduct(op, "a", "b");
  std::string problem = product.problem;
  if (problem.empty()) problem = CheckOperandZeroPoint(op, "a", "a_zero_point", true);
  if (problem.empty()) problem = CheckOperandZeroPoint(op, "b", "b_zero_point", false);
  if (!problem.empty()) return opdk::ReportInferError(op, problem);
  return opdk::SetOutput(op, "y", product.y, DT_INT32);
}
INFER_FUNC_REG(MatMulInteger, MatMulIntegerInfer);

IMPLEMT_INFERFUNC(QLinearMatMul, QLinearMatMulInfer) {
  const ProductShape product = ShapeOfProduct(op, "a", "b");
  std::string problem = product.problem;
  if (problem.empty()) problem = CheckOperandZeroPoint(op, "a", "a_zero_point", true);
  if (problem.empty()) problem = CheckOperandZeroPoint(op, "b", "b_zero_point", false);
  if (problem.empty()) problem = CheckOperandNumbers(op, "a", "a_scale", true);
  if (problem.empty()) problem = CheckOperandNumbers(op, "b", "b_scale", false);
  if (problem.empty()) problem = CheckNumbers(op, product.y, "y", "y_scale", true);
  if (problem.empty()) problem = CheckNumbers(op, product.y, "y", "y_zero_point", true);
  const Dims scale = opdk::InputDims(op, "y_scale"), zero = opdk::InputDims(op, "y_zero_point");
  if (problem.empty() && !IsOneNumber(zero) && !opdk::IsUnknownRank(scale) && !opdk::MergeDims(scale, zero)) {
    problem = "y_zero_point " + opdk::ShapeText(zero) + " and y_scale " + opdk::ShapeText(scale) + " differ in shape";
  }
  if (!problem.empty()) return opdk::ReportInferError(op, problem);
  return opdk::SetOutput(op, "y", product.y, opdk::InputType(op, "y_zero_point"));
}
INFER_FUNC_REG(QLinearMatMul, QLinearMatMulInfer);

}  // namespace ge
