#include "op_proto/array/transpose.h"

#include <optional>
#include <vector>

#include "opdk/infer.h"
#include "opdk/list_text.h"

namespace ge {

using opdk::Dims;
using opdk::IsUnknownRank;
using opdk::ListText;
using opdk::ReportInferError;
using opdk::SetOutput;
using opdk::ShapeText;

// Infers y. `perm`: nothing when it isn't known yet.
static graphStatus InferTransposed(Operator& op, const std::optional<std::vector<int64_t>>& perm) {
  const TensorDesc x = op.GetInputDescByName("x");
  const Dims dims = x.GetShape().GetDims();
  if (IsUnknownRank(dims)) return SetOutput(op, "y", opdk::kUnknownRank, x.GetDataType());
  if (!perm) return SetOutput(op, "y", Dims(dims.size(), UNKNOWN_DIM), x.GetDataType());
  if (perm->size() != dims.size()) {
    return ReportInferError(op, "perm " + ListText(*perm) + " is not as long as the rank of x " + ShapeText(dims));
  }
  std::vector<bool> seen(dims.size());
  Dims y(dims.size());
  for (size_t i = 0; i < dims.size(); ++i) {
    const int64_t from = (*perm)[i];
    if (from < 0 || from >= static_cast<int64_t>(dims.size()) || seen[static_cast<size_t>(from)]) {
      return ReportInferError(op, "perm " + ListText(*perm) + " is not a permutation of the axes");
    }
    seen[static_cast<size_t>(from)] = true;
    y[i] = dims[static_cast<size_t>(from)];
  }
  return SetOutput(op, "y", y, x.GetDataType());
}

IMPLEMT_COMMON_INFERFUNC(TransposeInfer) { return InferTransposed(op, opdk::ConstInts(op, "perm")); }
COMMON_INFER_FUNC_REG(Transpose, TransposeInfer);
COMMON_INFER_FUNC_REG(ConjugateTranspose, TransposeInfer);

IMPLEMT_INFERFUNC(TransposeD, TransposeDInfer) { return InferTransposed(op, op.get_attr_perm()); }
INFER_FUNC_REG(TransposeD, TransposeDInfer);

}  // namespace ge
