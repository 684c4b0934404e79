#include "op_proto/signal/fft.h"

#include <string>

#include "opdk/infer.h"

namespace ge {

static graphStatus InferTransform(Operator& op, size_t axes) {
  const opdk::Dims dims = opdk::InputDims(op, "x");
  if (!opdk::IsUnknownRank(dims) && dims.size() < axes) {
    return opdk::ReportInferError(op, "x of shape " + opdk::ShapeText(dims) + " has fewer axes than the " +
                                          std::to_string(axes) + " that are transformed");
  }
  return opdk::SetOutput(op, "y", dims, opdk::InputType(op, "x"));
}

IMPLEMT_COMMON_INFERFUNC(TransformInfer) { return InferTransform(op, 1); }
COMMON_INFER_FUNC_REG(FFT, TransformInfer);
COMMON_INFER_FUNC_REG(IFFT, TransformInfer);
IMPLEMT_COMMON_INFERFUNC(Transform2DInfer) { return InferTransform(op, 2); }
COMMON_INFER_FUNC_REG(FFT2D, Transform2DInfer);
COMMON_INFER_FUNC_REG(IFFT2D, Transform2DInfer);

// Infers y of a real transform. `half`: y has the first half of fft_length's frequencies.
static graphStatus InferRealTransform(Operator& op, const char* input, bool half, DataType type) {
  const opdk::Dims dims = opdk::InputDims(op, input);
  if (!opdk::IsUnknownRank(dims) && dims.empty()) {
    return opdk::ReportInferError(op, std::string(input) + " is a scalar: there is no axis to transform");
  }
  const auto given = opdk::ConstInts(op, "fft_length");
  if (given && given->size() != 1) {
    return opdk::ReportInferError(op, "fft_length has " + std::to_string(given->size()) + " values, it must have one");
  }
  if (given && given->front() < 1) {
    return opdk::ReportInferError(op, "fft_length is " + std::to_string(given->front()) + ", below 1");
  }
  if (opdk::IsUnknownRank(dims)) return opdk::SetOutput(op, "y", dims, type);
  opdk::Dims to = dims;
  to.back() = !given ? UNKNOWN_DIM : half ? given->front() / 2 + 1 : given->front();
  return opdk::SetOutput(op, "y", to, type);
}

IMPLEMT_INFERFUNC(RFFT, RFFTInfer) { return InferRealTransform(op, "input", true, DT_COMPLEX64); }
INFER_FUNC_REG(RFFT, RFFTInfer);
IMPLEMT_INFERFUNC(IRFFT, IRFFTInfer) { return InferRealTransform(op, "x", false, DT_FLOAT); }
INFER_FUNC_REG(IRFFT, IRFFTInfer);

}  // namespace ge
