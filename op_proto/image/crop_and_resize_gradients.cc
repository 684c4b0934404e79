#include "op_proto/image/crop_and_resize_gradients.h"

#include "op_proto/image/boxes.h"

namespace ge {
namespace {

// Returns whether `grads` are crops of `count` boxes of these images; reports if not.
bool CheckCrops(const Operator& op, const char* formatted, int64_t count, const opdk::Dims& images) {
  const auto grads = ImagesDims(op, "grads");
  if (!grads) return false;
  const size_t first = SpatialAxisOf(op, formatted), channels = first == 1 ? 3 : 1;
  const bool fits = opdk::MergeDims({(*grads)[0], (*grads)[channels]}, {count, images[channels]}).has_value();
  if (fits && images[first] != 0 && images[first + 1] != 0) return true;
  (void)opdk::ReportInferError(op, "grads " + opdk::ShapeText(*grads) + " are no crops of images " +
                                       opdk::ShapeText(images) + " with as many boxes");
  return false;
}

}  // namespace

IMPLEMT_INFERFUNC(CropAndResizeGradImage, CropAndResizeGradImageInfer) {
  const auto count = BoxCount(op);
  const auto known = opdk::ConstInts(op, "image_size");
  const opdk::Dims size = opdk::InputDims(op, "image_size");
  if (!count) return GRAPH_FAILED;
  if (!opdk::MergeDims(size, {4}) || (known && (known->size() != 4 || !opdk::IsStatic(*known)))) {
    return opdk::ReportInferError(op, "image_size is not four extents");
  }
  const opdk::Dims y = known ? *known : opdk::Dims(4, UNKNOWN_DIM);
  if (!CheckCrops(op, "grads", *count, y)) return GRAPH_FAILED;
  return opdk::SetOutput(op, "y", y, op.get_attr_T());
}

IMPLEMT_INFERFUNC(CropAndResizeGradBoxes, CropAndResizeGradBoxesInfer) {
  const auto count = BoxCount(op);
  const auto images = ImagesDims(op, "images");
  if (!count || !images || !CheckCrops(op, "images", *count, *images)) return GRAPH_FAILED;
  return opdk::SetOutput(op, "y", {*count, 4}, DT_FLOAT);
}

IMPLEMT_VERIFIER(CropAndResizeGradBoxes, CropAndResizeGradBoxesVerify) {
  if (opdk::StringAttr(op, "method") == "bilinear") return GRAPH_SUCCESS;
  return opdk::ReportInferError(op, "method '" + opdk::StringAttr(op, "method") + "' is not bilinear");
}

INFER_FUNC_REG(CropAndResizeGradImage, CropAndResizeGradImageInfer);
VERIFY_FUNC_REG(CropAndResizeGradImage, CheckMethod);
INFER_FUNC_REG(CropAndResizeGradBoxes, CropAndResizeGradBoxesInfer);
VERIFY_FUNC_REG(CropAndResizeGradBoxes, CropAndResizeGradBoxesVerify);

}  // namespace ge
