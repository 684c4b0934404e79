#include "op_proto/nn/convolution.h"

#include "opdk/list_text.h"

namespace ge {

using opdk::Dims;
using opdk::IsStatic;
using opdk::IsUnknownRank;
using opdk::ListText;
using opdk::ReportInferError;
using opdk::SetOutput;
using opdk::ShapeText;

WindowAttrs ConvolutionAttrs(const Operator& op) {
  WindowAttrs attrs;
  attrs.auto_pad = opdk::StringAttr(op, "auto_pad");
  attrs.strides = opdk::ListIntAttr(op, "strides");
  attrs.pads = opdk::ListIntAttr(op, "pads");
  attrs.dilations = opdk::ListIntAttr(op, "dilations");
  return attrs;
}

std::string CheckFilter(const Dims& x, const Dims& filter, int64_t group) {
  if (group < 1) return "group is " + std::to_string(group);
  if (x[1] >= 0 && filter[1] >= 0 && x[1] != filter[1] * group) {
    return "x " + ShapeText(x) + " has " + std::to_string(x[1]) + " channels, filter " + ShapeText(filter) +
           " with group " + std::to_string(group) + " takes " + std::to_string(filter[1] * group);
  }
  if (filter[0] >= 0 && filter[0] % group != 0) {
    return "group " + std::to_string(group) + " does not divide the " + std::to_string(filter[0]) + " output channels";
  }
  return "";
}

graphStatus CheckBias(const Operator& op, int64_t channels) {
  if (!opdk::HasInput(op, "bias")) return GRAPH_SUCCESS;
  const Dims bias = opdk::InputDims(op, "bias");
  if (opdk::MergeDims(bias, {channels})) return GRAPH_SUCCESS;
  return ReportInferError(op, "bias " + ShapeText(bias) + " is not one number for each of the " +
                                  (channels < 0 ? "" : std::to_string(channels) + " ") + "output channels");
}

graphStatus InferConvolution(Operator& op, const char* x_name, const char* filter_name, DataType type) {
  const Dims x = opdk::InputDims(op, x_name);
  const Dims filter = opdk::InputDims(op, filter_name);
  if (IsUnknownRank(x) || IsUnknownRank(filter)) return SetOutput(op, "y", opdk::kUnknownRank, type);
  if (x.size() < 3 || x.size() != filter.size()) {
    return ReportInferError(
        op, "x " + ShapeText(x) + " and filter " + ShapeText(filter) + " must both be [N, C, spatial...]");
  }
  const std::string problem = CheckFilter(x, filter, opdk::IntAttr(op, "group"));
  if (!problem.empty()) return ReportInferError(op, problem);

  WindowAttrs attrs = ConvolutionAttrs(op);
  attrs.kernel.assign(filter.begin() + 2, filter.end());
  const Dims kernel = opdk::ListIntAttr(op, "kernel_shape");
  if (!kernel.empty() && IsStatic(attrs.kernel) && kernel != attrs.kernel) {
    return ReportInferError(
        op, "kernel_shape " + ListText(kernel) + " is not the spatial shape of filter " + ShapeText(filter));
  }
  Dims y = {x[0], filter[0]};
  Dims spatial;
  if (!WindowOutput(op, attrs, Dims(x.begin() + 2, x.end()), spatial)) return GRAPH_FAILED;
  y.insert(y.end(), spatial.begin(), spatial.end());
  return SetOutput(op, "y", y, type);
}

}  // namespace ge
