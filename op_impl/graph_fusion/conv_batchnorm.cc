// Merges a convolution with a constant filter and the batch normalization (inference form) behind it into one
// convolution. The scale of a channel goes into its filters, the rest into its bias.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "op_impl/graph_fusion/conv2_d_attributes.h"
#include "op_impl/graph_fusion/graph_pieces.h"
#include "op_impl/graph_fusion/node_facts.h"
#include "op_proto/array/reshape.h"
#include "op_proto/elementwise/arithmetic.h"
#include "op_proto/math/functions.h"
#include "op_proto/nn/conv.h"
#include "op_proto/training/normalizations.h"

namespace opdk::graph_fusion {
namespace {

namespace op = ge::op;
using ge::GNode;
using ge::Tensor;
using ge::fusion::GraphUniqPtr;
using ge::fusion::MatchResult;
using ge::fusion::Pattern;
using ge::fusion::PatternUniqPtr;

// Inputs of BNInfer.
constexpr int32_t kScale = 1, kOffset = 2, kMean = 3, kVariance = 4;

template <typename Convolution>
PatternUniqPtr PatternOf(bool with_bias) {
  op::Data x("x");
  op::Const filter("filter"), bias("bias"), scale("scale"), offset("offset"), mean("mean"), variance("variance");
  Convolution convolution("convolution");
  convolution.set_input_x(x).set_input_filter(filter);
  if (with_bias) convolution.set_input_bias(bias);
  op::BNInfer normalization("normalization");
  normalization.set_input_x(convolution).set_input_scale(scale).set_input_offset(offset);
  normalization.set_input_mean(mean).set_input_variance(variance);
  return std::make_unique<Pattern>(GraphOf("conv_batchnorm", {x}, normalization));
}

Tensor ConstantOf(const GNode& node, int32_t input) { return ConstantInput(node, input).value_or(Tensor()); }

op::Const ConstantFrom(const GNode& node, int32_t input, const char* name) {
  return Constant(name, ConstantOf(node, input));
}

// Returns scale / sqrt(variance + epsilon), one number for each channel.
op::Div FactorOf(const GNode& normalization) {
  const float epsilon = AttrOf<float>(normalization, "epsilon").value_or(0);
  op::Const variance = ConstantFrom(normalization, kVariance, "variance");
  op::Const added = Constant("epsilon", ConstantOf(normalization, kVariance).GetDataType() == ge::DT_DOUBLE
                                            ? TensorOf(std::vector<double>{epsilon}, ge::DT_DOUBLE)
                                            : TensorOf(std::vector<float>{epsilon}, ge::DT_FLOAT));
  op::Add sum("variance_and_epsilon");
  sum.set_input_x1(variance).set_input_x2(added);
  op::Sqrt deviation("deviation");
  deviation.set_input_x(sum);
  op::Const scale = ConstantFrom(normalization, kScale, "scale");
  op::Div factor("factor");
  factor.set_input_x1(scale).set_input_x2(deviation);
  return factor;
}

op::Mul FilterOf(const GNode& convolution, op::Div& factor) {
  op::Const filter = ConstantFrom(convolution, kFilter, "filter");
  // Reshapes the factors to the filter's first axis, the output channels.
  std::vector<int64_t> shape(ConstantOf(convolution, kFilter).GetTensorDesc().GetShape().GetDimNum(), 1);
  shape.front() = -1;
  op::Const column = Constant("column", TensorOf(shape, ge::DT_INT64));
  op::Reshape factor_column("factor_column");
  factor_column.set_input_x(factor).set_input_shape(column);
  op::Mul scaled("scaled_filter");
  scaled.set_input_x1(filter).set_input_x2(factor_column);
  return scaled;
}

// Returns offset + (bias - mean) * factor.
ge::Operator BiasOf(const GNode& convolution, const GNode& normalization, op::Div& factor) {
  op::Const mean = ConstantFrom(normalization, kMean, "mean");
  op::Const offset = ConstantFrom(normalization, kOffset, "offset");
  op::Mul shift("shift");
  shift.set_input_x2(factor);
  if (!HasInput(convolution, kBias)) {
    shift.set_input_x1(mean);
    op::Sub new_bias("new_bias");
    new_bias.set_input_x1(offset).set_input_x2(shift);
    return new_bias;
  }
  op::Const bias = ConstantFrom(convolution, kBias, "bias");
  op::Sub centered("centered_bias");
  centered.set_input_x1(bias).set_input_x2(mean);
  shift.set_input_x1(centered);
  op::Add new_bias("new_bias");
  new_bias.set_input_x1(shift).set_input_x2(offset);
  return new_bias;
}

template <typename Convolution, size_t kCount>
GraphUniqPtr Fused(const GNode& convolution, const GNode& normalization, const char* const (&attrs)[kCount]) {
  op::Data x("x");
  op::Div factor = FactorOf(normalization);
  op::Mul filter = FilterOf(convolution, factor);
  ge::Operator bias = BiasOf(convolution, normalization, factor);
  Convolution fused("fused");
  fused.set_input_x(x).set_input_filter(filter).set_input_bias(bias);
  CopyAttributes(convolution, attrs, fused);
  return ReplacementOf({x}, fused);
}

class ConvBatchnormFusion : public ge::fusion::PatternFusionPass {
 protected:
  std::vector<PatternUniqPtr> Patterns() override {
    std::vector<PatternUniqPtr> patterns;
    for (const bool with_bias : {true, false}) {
      patterns.push_back(PatternOf<op::Conv>(with_bias));
      patterns.push_back(PatternOf<op::Conv2D>(with_bias));
    }
    return patterns;
  }

  // Requires 32 or 64 bits, because new weights in fewer bits would differ from the old ones by more than results may.
  // The normalization is along axis 1.
  bool MeetRequirements(const std::unique_ptr<MatchResult>& match) override {
    const GNode convolution = MatchedNode(*match, "convolution"), normalization = MatchedNode(*match, "normalization");
    const ge::DataType type = ConstantOf(convolution, kFilter).GetDataType();
    if (type != ge::DT_FLOAT && type != ge::DT_DOUBLE) return false;
    if (HasInput(convolution, kBias) && ConstantOf(convolution, kBias).GetDataType() != type) return false;
    for (const int32_t input : {kScale, kOffset, kMean, kVariance}) {
      if (ConstantOf(normalization, input).GetDataType() != type) return false;
    }
    return !IsConv2D(convolution) || TextAttrOf(convolution, "data_format") == "NCHW";
  }

  GraphUniqPtr Replacement(const std::unique_ptr<MatchResult>& match) override {
    const GNode convolution = MatchedNode(*match, "convolution"), normalization = MatchedNode(*match, "normalization");
    if (IsConv2D(convolution)) return Fused<op::Conv2D>(convolution, normalization, kConv2DAttrs);
    return Fused<op::Conv>(convolution, normalization, kConvAttrs);
  }
};

REG_FUSION_PASS(ConvBatchnormFusion).Stage(ge::CustomPassStage::kAfterInferShape);

}  // namespace
}  // namespace opdk::graph_fusion
