#include "op_proto/array/gather_nd.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_INFERFUNC(GatherND, GatherNDInfer) {
  const DataType type = op.get_input_desc_x().GetDataType();
  const opdk::Dims x = opdk::InputDims(op, "x"), indices = opdk::InputDims(op, "indices");
  const int64_t batch = op.get_attr_batch_dims();
  if (opdk::IsUnknownRank(x) || opdk::IsUnknownRank(indices) || (!indices.empty() && indices.back() < 0)) {
    return opdk::SetOutput(op, "y", opdk::kUnknownRank, type);
  }
  const auto rank = static_cast<int64_t>(x.size()), places = static_cast<int64_t>(indices.size()) - 1;
  if (batch < 0 || places < batch || batch + indices.back() > rank) {
    return opdk::ReportInferError(op, "indices of shape " + opdk::ShapeText(indices) + " behind " +
                                          std::to_string(batch) + " batch_dims don't fit x of shape " +
                                          opdk::ShapeText(x));
  }
  opdk::Dims y(indices.begin(), indices.end() - 1);
  y.insert(y.end(), x.begin() + batch + indices.back(), x.end());
  return opdk::SetOutput(op, "y", y, type);
}
INFER_FUNC_REG(GatherND, GatherNDInfer);

}  // namespace ge
