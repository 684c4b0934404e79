#include "op_proto/nn/deformable_conv2_d.h"

#include <algorithm>
#include <string>

#include "opdk/infer.h"

namespace ge {
namespace {

// Returns b * factor, -1 when `b` isn't known.
int64_t Times(int64_t b, int64_t factor) { return b < 0 ? UNKNOWN_DIM : b * factor; }

}  // namespace

IMPLEMT_INFERFUNC(DeformableConv2D, DeformableConv2DInfer) {
  const opdk::Dims any(4, UNKNOWN_DIM);
  const auto x = opdk::MergeDims(opdk::InputDims(op, "x"), any),
             w = opdk::MergeDims(opdk::InputDims(op, "filter"), any);
  if (!x || !w) return opdk::ReportInferError(op, "x and filter must have rank 4");
  const auto strides = op.get_attr_strides(), pads = op.get_attr_pads(), dilations = op.get_attr_dilations();
  const int64_t groups = op.get_attr_groups(), offset_groups = op.get_attr_deformable_groups();
  opdk::Dims y = {(*x)[0], (*w)[0], UNKNOWN_DIM, UNKNOWN_DIM};
  const bool channels = (*x)[1] >= 0 && (*w)[1] >= 0;
  if ((channels && (*x)[1] != (*w)[1] * groups) || (y[1] >= 0 && y[1] % groups != 0) ||
      ((*x)[1] >= 0 && (*x)[1] % offset_groups != 0)) {
    return opdk::ReportInferError(
        op, "x " + opdk::ShapeText(*x) + " and filter " + opdk::ShapeText(*w) + " don't fit the numbers of groups");
  }
  for (size_t i = 0; i < 2; ++i) {
    if ((*x)[i + 2] < 0 || (*w)[i + 2] < 0) continue;
    const int64_t span = (*x)[i + 2] + pads[2 * i] + pads[2 * i + 1] - dilations[i + 2] * ((*w)[i + 2] - 1) - 1;
    if (span < 0 || (*w)[i + 2] < 1) {
      return opdk::ReportInferError(op, "the window of axis " + std::to_string(i + 2) + " doesn't fit");
    }
    y[i + 2] = span / strides[i + 2] + 1;
  }
  int64_t taps = Times((*w)[2] < 0 ? UNKNOWN_DIM : Times((*w)[3], (*w)[2]), offset_groups);
  const opdk::Dims wanted = {y[0], Times(taps, op.get_attr_modulated() ? 3 : 2), y[2], y[3]};
  const auto offsets = opdk::MergeDims(opdk::InputDims(op, "offsets"), wanted);
  if (!offsets) {
    return opdk::ReportInferError(op, "offsets have shape " + opdk::ShapeText(opdk::InputDims(op, "offsets")) +
                                          ", not " + opdk::ShapeText(wanted));
  }
  if (opdk::HasInput(op, "bias") && !opdk::MergeDims(opdk::InputDims(op, "bias"), {y[1]})) {
    return opdk::ReportInferError(op, "bias hasn't one number for each channel of y");
  }
  y = {(*offsets)[0], y[1], (*offsets)[2], (*offsets)[3]};
  return opdk::SetOutput(op, "y", y, opdk::InputType(op, "x"));
}

IMPLEMT_VERIFIER(DeformableConv2D, DeformableConv2DVerify) {
  if (opdk::StringAttr(op, "data_format") != "NCHW") {
    return opdk::ReportInferError(op, "data_format '" + opdk::StringAttr(op, "data_format") + "' is not supported");
  }
  const auto strides = op.get_attr_strides(), pads = op.get_attr_pads(), dilations = op.get_attr_dilations();
  const auto below = [](const std::vector<int64_t>& list, int64_t least) {
    return list.size() != 4 || *std::min_element(list.begin(), list.end()) < least ||
           *std::max_element(list.begin(), list.end()) > INT32_MAX;
  };
  if (below(strides, 1) || below(dilations, 1) || below(pads, 0)) {
    return opdk::ReportInferError(op, "strides, dilations or pads aren't four numbers in their range");
  }
  const int64_t groups = op.get_attr_groups(), offset_groups = op.get_attr_deformable_groups();
  if (groups < 1 || offset_groups < 1 || groups > INT32_MAX || offset_groups > INT32_MAX) {
    return opdk::ReportInferError(op, "groups or deformable_groups is out of range");
  }
  return opdk::CheckSameType(op, {"x", "filter", "offsets", "bias"});
}

INFER_FUNC_REG(DeformableConv2D, DeformableConv2DInfer);
VERIFY_FUNC_REG(DeformableConv2D, DeformableConv2DVerify);

}  // namespace ge
