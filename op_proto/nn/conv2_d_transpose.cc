#include "op_proto/nn/conv2_d_transpose.h"

#include <algorithm>

#include "op_proto/nn/convolution.h"
#include "op_proto/nn/image_convolution.h"
#include "opdk/list_text.h"

namespace ge {

using opdk::Dims;

namespace {

// Returns the smallest shape whose convolution has x's extents, plus `padding`, in the order of data_format. -1 where
// unknown.
Dims SmallestShape(const Operator& op, const ConvolutionLayout& layout, const Dims& x, const Dims& filter,
                   const Dims& padding) {
  const size_t first = layout.channels_last ? 1 : 2, taps = layout.channels_last ? 0 : 2;
  const size_t first_stride = layout.spatial_strides ? 0 : first;
  const Dims strides = opdk::ListIntAttr(op, "strides"), dilations = opdk::ListIntAttr(op, "dilations");
  const Dims pads = opdk::ListIntAttr(op, "pads");
  Dims y(layout.spatial + 2, -1);
  y[0] = x[0];
  const int64_t channels = filter[layout.channels_last ? layout.spatial : 1];
  if (channels >= 0) y[layout.channels_last ? layout.spatial + 1 : 1] = channels * opdk::IntAttr(op, "groups");
  for (size_t i = 0; i < layout.spatial; ++i) {
    const int64_t in = x[first + i], kernel = filter[taps + i];
    if (in < 0 || kernel < 0) continue;
    int64_t span = 0, reach = 0;
    const bool fits = !__builtin_mul_overflow(in - 1, strides[first_stride + i], &reach) &&
                      !__builtin_mul_overflow(kernel - 1, dilations[first + i], &span) &&
                      !__builtin_add_overflow(reach, span, &reach);
    // An extent that is too large for a shape is refused where the shape is checked.
    y[first + i] = fits ? std::max<int64_t>(reach + 1 - pads[2 * i] - pads[2 * i + 1] + padding[first + i], 0) : 0;
  }
  return y;
}

bool ListIsComplete(const Operator& op, const char* attr, size_t count) {
  const Dims list = opdk::ListIntAttr(op, attr);
  if (list.size() == count && std::all_of(list.begin(), list.end(), [](int64_t entry) { return entry >= 0; })) {
    return true;
  }
  (void)opdk::ReportInferError(
      op, std::string(attr) + " " + opdk::ListText(list) + " is not " + std::to_string(count) + " numbers from 0 on");
  return false;
}

// Infers y, whose shape is `sizes`; all 0: the smallest, plus `padding`.
graphStatus InferOfSizes(Operator& op, const ConvolutionLayout& layout, Dims sizes, const Dims& padding) {
  const size_t spatial = layout.spatial;
  if (!ListIsComplete(op, "strides", layout.spatial_strides ? spatial : spatial + 2) ||
      !ListIsComplete(op, "dilations", spatial + 2) || !ListIsComplete(op, "pads", 2 * spatial)) {
    return GRAPH_FAILED;
  }
  const Dims given = opdk::InputDims(op, "x"), filter_given = opdk::InputDims(op, "filter");
  const Dims x = opdk::IsUnknownRank(given) ? Dims(spatial + 2, -1) : given;
  const Dims filter = opdk::IsUnknownRank(filter_given) ? Dims(spatial + 2, -1) : filter_given;
  if (x.size() != spatial + 2 || filter.size() != spatial + 2) {
    return opdk::ReportInferError(op, "x " + opdk::ShapeText(x) + " and filter " + opdk::ShapeText(filter) +
                                          " have not " + AxesText(spatial) + " axes each");
  }
  if (std::all_of(sizes.begin(), sizes.end(), [](int64_t extent) { return extent == 0; })) {
    sizes = SmallestShape(op, layout, x, filter, padding);
  }
  const auto convolved = ConvolvedShape(op, layout, sizes, filter);
  if (!convolved) return GRAPH_FAILED;
  if (!opdk::MergeDims(*convolved, x)) {
    return opdk::ReportInferError(op, "x " + opdk::ShapeText(x) + " has not the shape " + opdk::ShapeText(*convolved) +
                                          " that a convolution would make of y, " + opdk::ShapeText(sizes));
  }
  if (sizes[0] < 0) sizes[0] = x[0];
  if (CheckBias(op, sizes[layout.channels_last ? spatial + 1 : 1]) != GRAPH_SUCCESS) return GRAPH_FAILED;
  const DataType type = opdk::InputType(op, "x");
  return opdk::SetOutput(op, "y", sizes, type == DT_INT8 ? DT_INT32 : type);
}

graphStatus InferTransposed(Operator& op, size_t spatial) {
  const auto layout = LayoutOf(op, spatial, false);
  const auto sizes = SizesOf(op, "input_size", spatial);
  if (!layout || !sizes || !ListIsComplete(op, "output_padding", spatial + 2)) return GRAPH_FAILED;
  return InferOfSizes(op, *layout, *sizes, opdk::ListIntAttr(op, "output_padding"));
}

graphStatus VerifyTransposed(const Operator& op) {
  if (opdk::CheckSameType(op, {"x", "filter"}) != GRAPH_SUCCESS) return GRAPH_FAILED;
  return opdk::CheckOffsets(op, "x", 0, 0);
}

}  // namespace

IMPLEMT_COMMON_INFERFUNC(Conv2DTransposeInfer) { return InferTransposed(op, 2); }
COMMON_INFER_FUNC_REG(Conv2DTranspose, Conv2DTransposeInfer);
COMMON_INFER_FUNC_REG(Conv2DTransposeD, Conv2DTransposeInfer);

IMPLEMT_COMMON_INFERFUNC(DeconvolutionInfer) {
  auto layout = LayoutOf(op, 2, false);
  if (!layout) return GRAPH_FAILED;
  layout->spatial_strides = true;
  const Dims none(4, 0);
  return InferOfSizes(op, *layout, none, none);
}
COMMON_INFER_FUNC_REG(Deconvolution, DeconvolutionInfer);

IMPLEMT_COMMON_INFERFUNC(Conv3DTransposeInfer) { return InferTransposed(op, 3); }
COMMON_INFER_FUNC_REG(Conv3DTranspose, Conv3DTransposeInfer);
COMMON_INFER_FUNC_REG(Conv3DTransposeD, Conv3DTransposeInfer);

IMPLEMT_VERIFIER(Conv2DTranspose, Conv2DTransposeVerify) { return VerifyTransposed(op); }
VERIFY_FUNC_REG(Conv2DTranspose, Conv2DTransposeVerify);

IMPLEMT_VERIFIER(Conv2DTransposeD, Conv2DTransposeDVerify) { return VerifyTransposed(op); }
VERIFY_FUNC_REG(Conv2DTransposeD, Conv2DTransposeDVerify);

IMPLEMT_VERIFIER(Deconvolution, DeconvolutionVerify) { return VerifyTransposed(op); }
VERIFY_FUNC_REG(Deconvolution, DeconvolutionVerify);

IMPLEMT_VERIFIER(Conv3DTranspose, Conv3DTransposeVerify) { return VerifyTransposed(op); }
VERIFY_FUNC_REG(Conv3DTranspose, Conv3DTransposeVerify);

IMPLEMT_VERIFIER(Conv3DTransposeD, Conv3DTransposeDVerify) { return VerifyTransposed(op); }
VERIFY_FUNC_REG(Conv3DTransposeD, Conv3DTransposeDVerify);

}  // namespace ge
