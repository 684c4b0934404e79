// Batches of images that are resized as in TensorFlow. They are NHWC, or NCHW if their description says so.
#pragma once

#include <optional>
#include <string>

#include "opdk/infer.h"
#include "opdk/list_text.h"

namespace ge {

// Returns the first of the two spatial axes; images without a format are NHWC.
inline size_t SpatialAxisOf(const Operator& op, const char* images) {
  return op.GetInputDescByName(images).GetFormat() == FORMAT_NCHW ? 2 : 1;
}

// Returns the shape of a batch of images, with unknown extents for an unknown rank; reports another rank than four.
inline std::optional<opdk::Dims> ImagesDims(const Operator& op, const char* images) {
  opdk::Dims dims = opdk::InputDims(op, images);
  if (opdk::IsUnknownRank(dims)) dims = opdk::Dims(4, UNKNOWN_DIM);
  if (dims.size() == 4) return dims;
  opdk::ReportInferError(op, std::string(images) + " " + opdk::ShapeText(dims) + " must have rank 4");
  return std::nullopt;
}

// Returns the shape of `images` with the height and width of `size`, an input or the D form's attribute.
inline std::optional<opdk::Dims> ResizedDims(const Operator& op, const char* images, const char* size = "size") {
  auto dims = ImagesDims(op, images);
  if (!dims) return std::nullopt;
  const size_t first = SpatialAxisOf(op, images);
  const opdk::Dims given = opdk::InputDims(op, size);
  const auto known = opdk::ConstInts(op, size);
  if (!opdk::MergeDims({2}, given) || (known && (known->size() != 2 || (*known)[0] < 1 || (*known)[1] < 1))) {
    opdk::ReportInferError(op, std::string(size) + " " + (known ? opdk::ListText(*known) : opdk::ShapeText(given)) +
                                   " is not a height and a width from 1 on");
    return std::nullopt;
  }
  for (size_t i = 0; i < 2; ++i) {
    if ((*dims)[first + i] == 0) {
      opdk::ReportInferError(op,
                             std::string(images) + " " + opdk::ShapeText(*dims) + " has no elements to make others of");
      return std::nullopt;
    }
    (*dims)[first + i] = known ? (*known)[i] : UNKNOWN_DIM;
  }
  return dims;
}

// Infers y, the gradient of `like`, in the dtype `type`. `grads` must have the batch and channels of `like`.
inline graphStatus InferImageGradient(Operator& op, const char* grads, const char* like, DataType type) {
  const auto own = ImagesDims(op, grads), image = ImagesDims(op, like);
  if (!own || !image) return GRAPH_FAILED;
  const size_t first = SpatialAxisOf(op, grads), channels = first == 1 ? 3 : 1;
  const auto shared = opdk::MergeDims({(*own)[0], (*own)[channels]}, {(*image)[0], (*image)[channels]});
  if (!shared || (*image)[first] == 0 || (*image)[first + 1] == 0 || (*own)[first] == 0 || (*own)[first + 1] == 0) {
    return opdk::ReportInferError(op, std::string(grads) + " " + opdk::ShapeText(*own) +
                                          " is no gradient of a resized " + like + " " + opdk::ShapeText(*image));
  }
  opdk::Dims y = *image;
  y[0] = shared->front();
  y[channels] = shared->back();
  return opdk::SetOutput(op, "y", y, type);
}

inline graphStatus CheckCentres(const Operator& op) {
  if (!opdk::BoolAttr(op, "align_corners") || !opdk::BoolAttr(op, "half_pixel_centers")) return GRAPH_SUCCESS;
  return opdk::ReportInferError(op, "align_corners and half_pixel_centers exclude each other");
}

}  // namespace ge
