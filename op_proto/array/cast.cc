#include "op_proto/array/cast.h"

#include "opdk/infer.h"

namespace ge {

using opdk::SetOutput;

IMPLEMT_INFERFUNC(Cast, CastInfer) {
  const int64_t type = op.get_attr_dst_type();
  if (type < 0 || type >= DT_MAX || type == DT_UNDEFINED) {
    return opdk::ReportInferError(op, "dst_type " + std::to_string(type) + " is no dtype's number");
  }
  return SetOutput(op, "y", op.get_input_desc_x().GetShape().GetDims(), static_cast<DataType>(type));
}
INFER_FUNC_REG(Cast, CastInfer);

INFER_VALUE_RANGE_DEFAULT_REG(Cast);

}  // namespace ge
