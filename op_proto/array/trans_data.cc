#include "op_proto/array/trans_data.h"

#include "opdk/infer.h"

namespace ge {

using opdk::Dims;
using opdk::ReportInferError;
using opdk::SetOutput;
using opdk::ShapeText;

namespace {

graphStatus InferBlocks(Operator& op, const Dims& x, DataType dtype) {
  if (x.size() < 3 || x.size() > 5) {
    return ReportInferError(op, "x " + ShapeText(x) + " is not [N, C, spatial...] with one to three spatial axes");
  }
  const int64_t c0 = opdk::IntAttr(op, "c0");
  Dims y = x;
  if (x[1] >= 0) y[1] = (x[1] + c0 - 1) / c0;
  y.push_back(c0);
  return SetOutput(op, "y", y, dtype);
}

graphStatus InferRowMajor(Operator& op, const Dims& x, DataType dtype) {
  const int64_t c0 = opdk::IntAttr(op, "c0"), channels = opdk::IntAttr(op, "channels");
  if (x.size() < 4 || x.size() > 6 || (x.back() >= 0 && x.back() != c0)) {
    return ReportInferError(op, "x " + ShapeText(x) + " is not [N, C1, spatial..., C0] with C0 = " +
                                    std::to_string(c0) + " and one to three spatial axes");
  }
  Dims y(x.begin(), x.end() - 1);
  if (y[1] >= 0) y[1] *= c0;
  if (channels >= 0) {
    if (y[1] >= 0 && (channels > y[1] || channels <= y[1] - c0)) {
      return ReportInferError(
          op, "the blocks of x " + ShapeText(x) + " don't hold " + std::to_string(channels) + " channels");
    }
    y[1] = channels;
  }
  return SetOutput(op, "y", y, dtype);
}

}  // namespace

IMPLEMT_INFERFUNC(TransData, TransDataInfer) {
  const TensorDesc x = op.get_input_desc_x();
  const Dims dims = x.GetShape().GetDims();
  const std::string from = opdk::StringAttr(op, "src_format"), to = opdk::StringAttr(op, "dst_format");
  if (opdk::IntAttr(op, "c0") < 1) return ReportInferError(op, "c0 must be at least 1");
  if (opdk::IsUnknownRank(dims)) return SetOutput(op, "y", opdk::kUnknownRank, x.GetDataType());
  if (from == "NCHW" && to == "NC1HWC0") return InferBlocks(op, dims, x.GetDataType());
  if (from == "NC1HWC0" && to == "NCHW") return InferRowMajor(op, dims, x.GetDataType());
  return ReportInferError(op, "there is no conversion from " + from + " to " + to + ", only between NCHW and NC1HWC0");
}
INFER_FUNC_REG(TransData, TransDataInfer);

}  // namespace ge
