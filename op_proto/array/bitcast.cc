#include "op_proto/array/bitcast.h"

#include "opdk/infer.h"

namespace ge {

IMPLEMT_INFERFUNC(Bitcast, BitcastInfer) {
  const DataType type = op.get_attr_type();
  const int64_t from = GetSizeByDataType(opdk::InputType(op, "x")), to = GetSizeByDataType(type);
  if (from <= 0 || to <= 0) return opdk::ReportInferError(op, "type " + opdk::TypeText(type) + " has no bytes to take");
  opdk::Dims dims = opdk::InputDims(op, "x");
  if (opdk::IsUnknownRank(dims) || from == to) return opdk::SetOutput(op, "y", dims, type);
  if (from > to) {
    dims.push_back(from / to);
    return opdk::SetOutput(op, "y", dims, type);
  }
  if (dims.empty() || (dims.back() >= 0 && dims.back() != to / from)) {
    return opdk::ReportInferError(op, "x of shape " + opdk::ShapeText(dims) + " has no last axis of " +
                                          std::to_string(to / from) + " that make a " + opdk::TypeText(type));
  }
  dims.pop_back();
  return opdk::SetOutput(op, "y", dims, type);
}

INFER_FUNC_REG(Bitcast, BitcastInfer);

}  // namespace ge
