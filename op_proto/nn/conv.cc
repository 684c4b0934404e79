#include "op_proto/nn/conv.h"

#include <string>

#include "op_proto/nn/window.h"

namespace ge {

using opdk::Dims;
using opdk::IsStatic;
using opdk::IsUnknownRank;
using opdk::ReportInferError;
using opdk::SetOutput;
using opdk::ShapeText;

namespace {

// "" or why the channels of x, filter and bias don't fit together. Unknown extents fit anything.
std::string CheckChannels(const Dims& x, const Dims& filter, const TensorDesc& bias, int64_t group) {
  if (group < 1) return "group is " + std::to_string(group);
  if (x[1] >= 0 && filter[1] >= 0 && x[1] != filter[1] * group) {
    return "x " + ShapeText(x) + " has " + std::to_string(x[1]) + " channels, filter " + ShapeText(filter) +
           " with group " + std::to_string(group) + " takes " + std::to_string(filter[1] * group);
  }
  if (filter[0] >= 0 && filter[0] % group != 0) {
    return "group " + std::to_string(group) + " does not divide the " + std::to_string(filter[0]) + " output channels";
  }
  const Dims bias_dims = bias.GetShape().GetDims();
  const bool has_bias = bias.GetDataType() != DT_UNDEFINED && !IsUnknownRank(bias_dims);
  if (has_bias && (bias_dims.size() != 1 || (bias_dims[0] >= 0 && filter[0] >= 0 && bias_dims[0] != filter[0]))) {
    return "bias " + ShapeText(bias_dims) + " is not one number for each of the " + std::to_string(filter[0]) +
           " output channels";
  }
  return "";
}

}  // namespace

IMPLEMT_INFERFUNC(Conv, ConvInfer) {
  const TensorDesc x_desc = op.get_input_desc_x();
  const Dims x = x_desc.GetShape().GetDims();
  const Dims filter = op.get_input_desc_filter().GetShape().GetDims();
  if (IsUnknownRank(x) || IsUnknownRank(filter)) return SetOutput(op, "y", opdk::kUnknownRank, x_desc.GetDataType());
  if (x.size() < 3 || x.size() != filter.size()) {
    return ReportInferError(
        op, "x " + ShapeText(x) + " and filter " + ShapeText(filter) + " must both be [N, C, spatial...]");
  }
  const std::string problem = CheckChannels(x, filter, op.get_input_desc_bias(), op.get_attr_group());
  if (!problem.empty()) return ReportInferError(op, problem);

  WindowAttrs attrs;
  attrs.auto_pad = op.get_attr_auto_pad();
  attrs.kernel.assign(filter.begin() + 2, filter.end());
  attrs.strides = op.get_attr_strides();
  attrs.pads = op.get_attr_pads();
  attrs.dilations = op.get_attr_dilations();
  const Dims kernel = op.get_attr_kernel_shape();
  if (!kernel.empty() && IsStatic(attrs.kernel) && kernel != attrs.kernel) {
    return ReportInferError(
        op, "kernel_shape " + ShapeText(kernel) + " is not the spatial shape of filter " + ShapeText(filter));
  }
  Dims y = {x[0], filter[0]};
  Dims spatial;
  if (!WindowOutput(op, attrs, Dims(x.begin() + 2, x.end()), spatial)) return GRAPH_FAILED;
  y.insert(y.end(), spatial.begin(), spatial.end());
  return SetOutput(op, "y", y, x_desc.GetDataType());
}
INFER_FUNC_REG(Conv, ConvInfer);

}  // namespace ge
