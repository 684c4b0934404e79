#include "op_proto/formats.h"

#include "opdk/infer_error.h"

namespace ge {

IMPLEMT_COMMON_INFERFUNC(LikeX) {
  TensorDesc y = op.GetOutputDescByName("y");
  const TensorDesc x = op.GetInputDescByName("x");
  y.SetShape(x.GetShape());
  y.SetDataType(x.GetDataType());
  return op.UpdateOutputDesc("y", y);
}
COMMON_INFER_FUNC_REG(ChannelSums, LikeX);
COMMON_INFER_FUNC_REG(BlockedNeg, LikeX);
COMMON_INFER_FUNC_REG(ImageDouble, LikeX);
COMMON_INFER_FUNC_REG(FractalNeg, LikeX);
COMMON_INFER_FUNC_REG(LastSaid, LikeX);
COMMON_INFER_FUNC_REG(FormatRefused, LikeX);

IMPLEMT_INFERFORMAT_FUNC(LastSaid, LastSaidFormats) {
  TensorDesc y = op.get_output_desc_y();
  y.SetFormat(FORMAT_NHWC);
  y.SetOriginFormat(FORMAT_NHWC);
  return op.update_output_desc_y(y);
}
INFER_FORMAT_FUNC_REG(LastSaid, LastSaidFormats);

IMPLEMT_INFERFORMAT_FUNC(FormatRefused, FormatRefusedFormats) {
  return opdk::ReportInferError(op, "images of this kind have no format");
}
INFER_FORMAT_FUNC_REG(FormatRefused, FormatRefusedFormats);

}  // namespace ge
