#include "op_proto/nn/conv_transpose.h"

#include <algorithm>
#include <string>

#include "op_proto/nn/convolution.h"
#include "opdk/list_text.h"

namespace ge {

using opdk::Dims;
using opdk::IsUnknownRank;
using opdk::ListText;
using opdk::ReportInferError;
using opdk::SetOutput;
using opdk::ShapeText;

namespace {

std::string CheckList(const char* name, const Dims& list, size_t length, int64_t least) {
  if (!list.empty() && list.size() != length) {
    return std::string(name) + " " + ListText(list) + " should have " + std::to_string(length) + " entries";
  }
  if (std::any_of(list.begin(), list.end(), [least](int64_t value) { return value < least; })) {
    return std::string(name) + " " + ListText(list) + " has an entry below " + std::to_string(least);
  }
  return "";
}

std::string CheckOperands(const Dims& x, const Dims& filter, const Dims& kernel, int64_t group) {
  const std::string both = "x " + ShapeText(x) + " and filter " + ShapeText(filter);
  if (x.size() < 3 || x.size() != filter.size()) {
    return both + " must be [N, C, spatial...] and [C, O / group, spatial...]";
  }
  if (group < 1 || (x[1] >= 0 && x[1] % group != 0)) return both + " don't fit group " + std::to_string(group);
  if (x[1] >= 0 && filter[0] >= 0 && x[1] != filter[0]) return both + " differ in the number of channels";
  int64_t outputs = 0;
  if (__builtin_mul_overflow(filter[1], group, &outputs)) return both + " don't fit group " + std::to_string(group);
  const Dims taps(filter.begin() + 2, filter.end());
  if (std::find(taps.begin(), taps.end(), 0) != taps.end()) return "filter " + ShapeText(filter) + " has no taps";
  if (!kernel.empty() && opdk::IsStatic(taps) && kernel != taps) {
    return "kernel_shape " + ListText(kernel) + " is not the spatial shape of filter " + ShapeText(filter);
  }
  return "";
}

// Returns the extent to which `x` elements spread before cropping; -1 on overflow.
int64_t WholeExtent(int64_t x, int64_t taps, int64_t stride, int64_t dilation, int64_t padding) {
  int64_t spread = 0, window = 0, whole = 0;
  const bool overflows = __builtin_mul_overflow(x - 1, stride, &spread) ||
                         __builtin_mul_overflow(taps - 1, dilation, &window) ||
                         __builtin_add_overflow(spread, window, &whole) ||
                         __builtin_add_overflow(whole, padding, &whole) || __builtin_add_overflow(whole, 1, &whole);
  return overflows ? -1 : whole;
}

}  // namespace

IMPLEMT_INFERFUNC(ConvTranspose, ConvTransposeInfer) {
  const DataType type = opdk::InputType(op, "x");
  const Dims x = opdk::InputDims(op, "x"), filter = opdk::InputDims(op, "filter");
  if (IsUnknownRank(x) || IsUnknownRank(filter)) return SetOutput(op, "y", opdk::kUnknownRank, type);
  const int64_t group = op.get_attr_group();
  std::string problem = CheckOperands(x, filter, op.get_attr_kernel_shape(), group);
  if (!problem.empty()) return ReportInferError(op, problem);
  const WindowAttrs attrs = ConvolutionAttrs(op);
  const size_t axes = x.size() - 2;
  const Dims padding = op.get_attr_output_padding(), wanted = op.get_attr_output_shape();
  for (const auto& [name, list, length, least] :
       {std::tuple("strides", attrs.strides, axes, 1), std::tuple("dilations", attrs.dilations, axes, 1),
        std::tuple("pads", attrs.pads, 2 * axes, 0), std::tuple("output_padding", padding, axes, 0),
        std::tuple("output_shape", wanted, axes, 1)}) {
    problem = CheckList(name, list, length, least);
    if (!problem.empty()) return ReportInferError(op, problem);
  }
  const bool same = attrs.auto_pad == "SAME_UPPER" || attrs.auto_pad == "SAME_LOWER";
  if (!same && attrs.auto_pad != "NOTSET" && attrs.auto_pad != "VALID") {
    return ReportInferError(op, "auto_pad '" + attrs.auto_pad + "' is none of NOTSET, VALID, SAME_UPPER, SAME_LOWER");
  }
  const int64_t outputs = filter[1] < 0 ? UNKNOWN_DIM : filter[1] * group;
  if (opdk::HasInput(op, "bias")) {
    const Dims bias = opdk::InputDims(op, "bias");
    if (!IsUnknownRank(bias) && (bias.size() != 1 || (bias[0] >= 0 && outputs >= 0 && bias[0] != outputs))) {
      return ReportInferError(op, "bias " + ShapeText(bias) + " is not one number for each of the " +
                                      std::to_string(outputs) + " output channels");
    }
  }
  Dims y = {x[0], outputs};
  for (size_t i = 0; i < axes; ++i) {
    if (!wanted.empty()) {
      y.push_back(wanted[i]);
      continue;
    }
    if (x[i + 2] < 0 || filter[i + 2] < 0) {
      y.push_back(UNKNOWN_DIM);
      continue;
    }
    const int64_t stride = attrs.strides.empty() ? 1 : attrs.strides[i];
    const int64_t dilation = attrs.dilations.empty() ? 1 : attrs.dilations[i];
    const bool padded = attrs.auto_pad == "NOTSET" && !attrs.pads.empty();
    int64_t extent = WholeExtent(x[i + 2], filter[i + 2], stride, dilation, padding.empty() ? 0 : padding[i]);
    if (same && __builtin_mul_overflow(x[i + 2], stride, &extent)) extent = -1;
    // The pads are subtracted one after the other, because their sum may overflow int64.
    for (size_t side = i; !same && padded && extent >= 0 && side < 2 * axes; side += axes) extent -= attrs.pads[side];
    y.push_back(extent);
    if (y.back() < 0) {
      return ReportInferError(op, "pads " + ListText(attrs.pads) + " leave nothing of axis " + std::to_string(i + 2) +
                                      ", or it is larger than an extent can be");
    }
  }
  return SetOutput(op, "y", y, type);
}
INFER_FUNC_REG(ConvTranspose, ConvTransposeInfer);

}  // namespace ge
