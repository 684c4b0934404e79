#include "op_proto/image/resize.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "opdk/infer.h"
#include "opdk/list_text.h"

namespace ge {
namespace {

graphStatus CheckChoice(const Operator& op, const char* attr, std::initializer_list<const char*> choices) {
  const std::string value = opdk::StringAttr(op, attr);
  for (const char* choice : choices) {
    if (value == choice) return GRAPH_SUCCESS;
  }
  return opdk::ReportInferError(op, std::string(attr) + " '" + value + "' is not known");
}

// Returns whether an input is given. An input without elements stands for an absent one.
bool IsGiven(const Operator& op, const char* input) {
  return opdk::HasInput(op, input) && opdk::InputDims(op, input) != opdk::Dims{0};
}

std::optional<std::vector<float>> ConstScales(const Operator& op) {
  Tensor tensor;
  if (op.GetInputConstData("scales", tensor) != GRAPH_SUCCESS) return std::nullopt;
  std::vector<float> scales(tensor.GetSize() / sizeof(float));
  if (!scales.empty()) std::memcpy(scales.data(), tensor.GetData(), scales.size() * sizeof(float));
  return scales;
}

// Returns whether `input` can have `count` elements; reports if not.
bool CheckCount(const Operator& op, const char* input, int64_t count) {
  const opdk::Dims dims = opdk::InputDims(op, input);
  if (opdk::IsUnknownRank(dims)) return true;
  if (dims.size() == 1 && (dims[0] < 0 || count < 0 || dims[0] == count)) return true;
  (void)opdk::ReportInferError(op, std::string(input) + " has shape " + opdk::ShapeText(dims) + ", it must have " +
                                       (count < 0 ? "rank 1" : std::to_string(count) + " elements"));
  return false;
}

graphStatus CheckPositive(const Operator& op) {
  for (float scale : ConstScales(op).value_or(std::vector<float>())) {
    if (!(scale > 0) || std::isinf(scale)) return opdk::ReportInferError(op, "a scale is not a positive number");
  }
  return GRAPH_SUCCESS;
}

graphStatus ResizeByScales(Operator& op, opdk::Dims y) {
  const auto scales = ConstScales(op);
  if (scales && scales->size() != y.size()) {
    return opdk::ReportInferError(op, "there isn't one scale for each axis");
  }
  for (size_t axis = 0; axis < y.size(); ++axis) {
    if (y[axis] < 0) continue;
    if (!scales) {
      y[axis] = UNKNOWN_DIM;
      continue;
    }
    const float extent = std::floor(static_cast<float>(y[axis]) * (*scales)[axis]);
    if (extent > 2147483648.0F) return opdk::ReportInferError(op, "an extent of the output exceeds 2^31");
    y[axis] = static_cast<int64_t>(extent);
  }
  return opdk::SetOutput(op, "y", y, opdk::InputType(op, "x"));
}

graphStatus CheckModes(const Operator& op) {
  if (CheckChoice(op, "mode", {"nearest", "linear", "cubic"}) != GRAPH_SUCCESS) return GRAPH_FAILED;
  if (CheckChoice(op, "nearest_mode", {"round_prefer_floor", "round_prefer_ceil", "floor", "ceil"}) != GRAPH_SUCCESS) {
    return GRAPH_FAILED;
  }
  if (CheckChoice(op, "coordinate_transformation_mode",
                  {"half_pixel", "half_pixel_symmetric", "pytorch_half_pixel", "align_corners", "asymmetric",
                   "tf_half_pixel_for_nn", "tf_crop_and_resize"}) != GRAPH_SUCCESS) {
    return GRAPH_FAILED;
  }
  return opdk::CheckFlag(op, "exclude_outside");
}

// Checks a D form's lists for `count` resized axes.
graphStatus CheckAxisLists(const Operator& op, size_t count) {
  std::vector<float> scales;
  (void)op.GetAttr("scales", scales);
  const bool positive =
      std::all_of(scales.begin(), scales.end(), [](float scale) { return scale > 0 && !std::isinf(scale); });
  if ((!scales.empty() && scales.size() != count) || !positive) {
    return opdk::ReportInferError(op, "scales are not a positive number for each resized axis");
  }
  const size_t region = opdk::ListIntAttr(op, "roi").size();
  const bool needed = opdk::StringAttr(op, "coordinate_transformation_mode") == "tf_crop_and_resize";
  if (region == 2 * count || (region == 0 && !needed)) return GRAPH_SUCCESS;
  return opdk::ReportInferError(op, "roi has not the starts and the ends of all resized axes");
}

// Returns the first spatial axis of a D form's data_format; reports an unknown format.
std::optional<size_t> FirstAxis(const Operator& op) {
  const std::string format = opdk::StringAttr(op, "data_format");
  for (const char* last : {"NWC", "NHWC", "NDHWC"}) {
    if (format == last) return 1;
  }
  for (const char* behind : {"NCW", "NCHW", "NCDHW"}) {
    if (format == behind) return 2;
  }
  (void)opdk::ReportInferError(op, "data_format '" + format + "' is not known");
  return std::nullopt;
}

}  // namespace

IMPLEMT_COMMON_INFERFUNC(ResizeDInfer) {
  const auto first = FirstAxis(op);
  opdk::Dims y = opdk::InputDims(op, "x");
  const opdk::Dims sizes = opdk::ListIntAttr(op, "sizes");
  if (!first || CheckAxisLists(op, sizes.size()) != GRAPH_SUCCESS) return GRAPH_FAILED;
  const DataType type = opdk::InputType(op, "x");
  if (opdk::IsUnknownRank(y)) return opdk::SetOutput(op, "y", y, type);
  if (sizes.empty() || y.size() < sizes.size() + 2) {
    return opdk::ReportInferError(
        op, "sizes " + opdk::ListText(sizes) + " are not extents of spatial axes of x " + opdk::ShapeText(y));
  }
  const size_t begin = y.size() - sizes.size() - (*first == 1 ? 1 : 0);
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] < 1 || y[begin + i] == 0) {
      return opdk::ReportInferError(op, "sizes " + opdk::ListText(sizes) + " can't be made of x " + opdk::ShapeText(y));
    }
    y[begin + i] = sizes[i];
  }
  return opdk::SetOutput(op, "y", y, type);
}

IMPLEMT_COMMON_INFERFUNC(ResizeGradDInfer) {
  const auto first = FirstAxis(op);
  opdk::Dims grads = opdk::InputDims(op, "grads");
  const opdk::Dims size = opdk::ListIntAttr(op, "original_size");
  if (!first) return GRAPH_FAILED;
  if (size.size() < 3 || !opdk::IsStatic(size)) {
    return opdk::ReportInferError(op, "original_size " + opdk::ListText(size) + " is no shape of images");
  }
  if (CheckAxisLists(op, size.size() - 2) != GRAPH_SUCCESS) return GRAPH_FAILED;
  if (opdk::IsUnknownRank(grads)) grads = opdk::Dims(size.size(), UNKNOWN_DIM);
  bool fits = grads.size() == size.size();
  for (size_t i = 0; fits && i < size.size(); ++i) {
    const bool spatial = i >= *first && i < size.size() - 2 + *first;
    fits = spatial ? size[i] > 0 && grads[i] != 0 : grads[i] < 0 || grads[i] == size[i];
  }
  if (fits) return opdk::SetOutput(op, "y", size, opdk::InputType(op, "grads"));
  return opdk::ReportInferError(
      op, "grads " + opdk::ShapeText(grads) + " is no gradient of a resized tensor of shape " + opdk::ListText(size));
}

IMPLEMT_INFERFUNC(Resize, ResizeInfer) {
  const opdk::Dims x = opdk::InputDims(op, "x");
  const bool by_sizes = IsGiven(op, "sizes"), by_scales = IsGiven(op, "scales");
  if (!by_sizes && !by_scales) return opdk::ReportInferError(op, "neither sizes nor scales are given");
  const bool known = !opdk::IsUnknownRank(x);
  const int64_t axes = known ? static_cast<int64_t>(x.size()) : -1;
  if (by_sizes && !CheckCount(op, "sizes", axes)) return GRAPH_FAILED;
  // Scales of unknown number may turn out to be none, if there are sizes.
  const bool certain = !by_sizes || opdk::IsStatic(opdk::InputDims(op, "scales"));
  if (by_scales && certain && !CheckCount(op, "scales", axes)) return GRAPH_FAILED;
  if (by_scales && CheckPositive(op) != GRAPH_SUCCESS) return GRAPH_FAILED;
  if (opdk::StringAttr(op, "coordinate_transformation_mode") == "tf_crop_and_resize") {
    if (!IsGiven(op, "roi")) return opdk::ReportInferError(op, "tf_crop_and_resize needs roi");
    if (!CheckCount(op, "roi", known ? 2 * static_cast<int64_t>(x.size()) : -1)) return GRAPH_FAILED;
  }
  const DataType type = opdk::InputType(op, "x");
  if (!by_sizes && known) return ResizeByScales(op, x);
  if (!by_sizes) return opdk::SetOutput(op, "y", opdk::kUnknownRank, type);
  const auto sizes = opdk::ConstInts(op, "sizes");
  if (!sizes) return opdk::SetOutput(op, "y", known ? opdk::Dims(x.size(), UNKNOWN_DIM) : opdk::kUnknownRank, type);
  for (size_t axis = 0; axis < sizes->size(); ++axis) {
    if ((*sizes)[axis] < 0 || (known && x[axis] == 0 && (*sizes)[axis] > 0)) {
      return opdk::ReportInferError(
          op, "size " + std::to_string((*sizes)[axis]) + " can't be made of x " + opdk::ShapeText(x));
    }
  }
  return opdk::SetOutput(op, "y", *sizes, type);
}

IMPLEMT_VERIFIER(Resize, ResizeVerify) {
  if (opdk::CheckFlag(op, "antialias") != GRAPH_SUCCESS) return GRAPH_FAILED;
  return CheckModes(op);
}

INFER_FUNC_REG(Resize, ResizeInfer);
VERIFY_FUNC_REG(Resize, ResizeVerify);
COMMON_INFER_FUNC_REG(ResizeD, ResizeDInfer);
VERIFY_FUNC_REG(ResizeD, CheckModes);
COMMON_INFER_FUNC_REG(ResizeGradD, ResizeGradDInfer);
VERIFY_FUNC_REG(ResizeGradD, CheckModes);

}  // namespace ge
