// ConvTranspose: transposed convolution over one to three spatial axes, with groups, strides, dilations and padding.
#include <algorithm>

#include "op_impl/ai_core/common/optional_input.h"
#include "op_impl/ai_core/common/window.h"

namespace tbe {
namespace {

std::vector<Tensor> ConvTransposeCompute(const OpParams& op) {
  Tensor x = op.Input("x"), filter = op.Input("filter");
  const size_t axes = x.shape().size() - 2;
  ConvParams params;
  params.strides = ListOr(op, "strides", axes, 1);
  params.dilations = ListOr(op, "dilations", axes, 1);
  params.groups = op.Int("group");
  const std::string auto_pad = op.String("auto_pad");
  const Dims pads = ListOr(op, "pads", 2 * axes, 0), padding = ListOr(op, "output_padding", axes, 0);
  const bool derived = !op.ListInt("output_shape").empty() || auto_pad == "SAME_UPPER" || auto_pad == "SAME_LOWER";
  Dims output_padding;
  for (size_t i = 0; i < axes; ++i) {
    const int64_t whole =
        (x.shape()[i + 2] - 1) * params.strides[i] + (filter.shape()[i + 2] - 1) * params.dilations[i] + 1;
    const int64_t cropped = whole - op.OutputShape("y")[i + 2];
    const int64_t total = std::max<int64_t>(cropped + padding[i], 0);
    int64_t begin = auto_pad == "NOTSET" ? pads[i] : 0;
    if (derived) begin = auto_pad == "SAME_UPPER" ? total / 2 : total - total / 2;
    params.pads_begin.push_back(begin);
    params.pads_end.push_back(std::max<int64_t>(cropped - begin, 0));
    output_padding.push_back(std::max<int64_t>(begin - cropped, 0));
  }
  return {conv_transpose(x, filter, OrAbsent(op, "bias"), params, output_padding)};
}

REGISTER_OP_COMPUTE(ConvTranspose, ConvTransposeCompute);
REGISTER_CHECK_SUPPORT(ConvTranspose, CheckSpatialRank);

}  // namespace
}  // namespace tbe
