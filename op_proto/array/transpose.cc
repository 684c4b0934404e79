#include "op_proto/array/transpose.h"

#include <vector>

#include "opdk/infer.h"

namespace ge {

using opdk::Dims;
using opdk::IsUnknownRank;
using opdk::ReportInferError;
using opdk::SetOutput;
using opdk::ShapeText;

IMPLEMT_INFERFUNC(Transpose, TransposeInfer) {
  const TensorDesc x = op.get_input_desc_x();
  const Dims dims = x.GetShape().GetDims();
  if (IsUnknownRank(dims)) return SetOutput(op, "y", opdk::kUnknownRank, x.GetDataType());
  const Dims perm = op.get_attr_perm();
  if (!perm.empty() && perm.size() != dims.size()) {
    return ReportInferError(op, "perm " + ShapeText(perm) + " is not as long as the rank of x " + ShapeText(dims));
  }
  std::vector<bool> seen(dims.size());
  Dims y(dims.size());
  for (size_t i = 0; i < dims.size(); ++i) {
    const int64_t from = perm.empty() ? static_cast<int64_t>(dims.size() - 1 - i) : perm[i];
    if (from < 0 || from >= static_cast<int64_t>(dims.size()) || seen[static_cast<size_t>(from)]) {
      return ReportInferError(op, "perm " + ShapeText(perm) + " is not a permutation of the axes");
    }
    seen[static_cast<size_t>(from)] = true;
    y[i] = dims[static_cast<size_t>(from)];
  }
  return SetOutput(op, "y", y, x.GetDataType());
}
INFER_FUNC_REG(Transpose, TransposeInfer);

}  // namespace ge
