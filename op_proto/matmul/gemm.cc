#include "op_proto/matmul/gemm.h"

#include <string>

#include "opdk/infer.h"

namespace ge {

using opdk::BroadcastDims;
using opdk::Dims;
using opdk::HasInput;
using opdk::InputDims;
using opdk::IsStatic;
using opdk::IsUnknownRank;
using opdk::ReportInferError;
using opdk::SetOutput;
using opdk::ShapeText;

IMPLEMT_INFERFUNC(Gemm, GemmInfer) {
  const TensorDesc desc = op.get_input_desc_a();
  const Dims a = desc.GetShape().GetDims();
  const Dims b = op.get_input_desc_b().GetShape().GetDims();
  const bool a_known = !IsUnknownRank(a);
  const bool b_known = !IsUnknownRank(b);
  if ((a_known && a.size() != 2) || (b_known && b.size() != 2)) {
    return ReportInferError(op, "a " + ShapeText(a) + " and b " + ShapeText(b) + " must be matrices");
  }
  const bool trans_a = op.get_attr_transA() != 0;
  const bool trans_b = op.get_attr_transB() != 0;
  const int64_t m = a_known ? a[trans_a ? 1 : 0] : UNKNOWN_DIM;
  const int64_t k = a_known ? a[trans_a ? 0 : 1] : UNKNOWN_DIM;
  const int64_t k_b = b_known ? b[trans_b ? 1 : 0] : UNKNOWN_DIM;
  const int64_t n = b_known ? b[trans_b ? 0 : 1] : UNKNOWN_DIM;
  if (k >= 0 && k_b >= 0 && k != k_b) {
    return ReportInferError(op, "a " + ShapeText(a) + " and b " + ShapeText(b) +
                                    " can't be multiplied: " + std::to_string(k) + " against " + std::to_string(k_b));
  }
  if (HasInput(op, "c")) {
    const Dims c = InputDims(op, "c");
    const auto joined = BroadcastDims({m, n}, c);
    const bool larger = joined && !IsUnknownRank(c) && IsStatic({m, n}) && IsStatic(c) && *joined != Dims{m, n};
    if (!joined || larger) {
      return ReportInferError(op, "c " + ShapeText(c) + " can't be broadcast to a*b " + ShapeText({m, n}));
    }
  }
  return SetOutput(op, "y", {m, n}, desc.GetDataType());
}
INFER_FUNC_REG(Gemm, GemmInfer);

}  // namespace ge
