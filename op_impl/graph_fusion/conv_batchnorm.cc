// A convolution with constant filter, and the inference form of batch normalization behind it, are one convolution: the
// scale of a channel goes into its filters, the rest into its bias.
#include <memory>
#include <utility>
#include <vector>

#include "ge/fusion/pass/pattern_fusion_pass.h"
#include "op_proto/array/reshape.h"
#include "op_proto/elementwise/arithmetic.h"
#include "op_proto/graph/structural.h"
#include "op_proto/math/functions.h"
#include "op_proto/nn/conv.h"
#include "op_proto/nn/conv2_d.h"
#include "op_proto/training/normalizations.h"

namespace ge::fusion {
namespace {

enum Captured : size_t { kConvolution, kNormalization };

// Inputs of both kinds of convolution, and of BNInfer.
constexpr int32_t kFilter = 1, kBias = 2;
constexpr int32_t kScale = 1, kOffset = 2, kMean = 3, kVariance = 4;

constexpr const char* kConv2DAttrs[] = {"strides", "pads", "dilations", "groups", "data_format", "offset_x"};
constexpr const char* kConvAttrs[] = {"auto_pad", "kernel_shape", "strides", "pads", "dilations", "group"};

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
  Graph graph("conv_batchnorm");
  graph.SetInputs({x}).SetOutputs(std::vector<Operator>{normalization});
  auto pattern = std::make_unique<Pattern>(std::move(graph));
  pattern->CaptureTensor({*pattern->GetGraph().FindNodeByName("convolution"), 0});
  pattern->CaptureTensor({*pattern->GetGraph().FindNodeByName("normalization"), 0});
  return pattern;
}

GNode NodeOf(const MatchResult& match, Captured captured) {
  NodeIo output{GNode(), 0};
  (void)match.GetCapturedTensor(captured, output);
  return output.node;
}

Tensor ConstantOf(const GNode& node, int32_t input) {
  Tensor value;
  (void)node.GetInputConstData(input, value);
  return value;
}

bool HasBias(const GNode& convolution) { return convolution.GetInDataNodesAndPortIndexs(kBias).first != nullptr; }

op::Const Constant(const char* name, const Tensor& value) {
  op::Const constant(name);
  constant.set_attr_value(value);
  return constant;
}

op::Const ConstantFrom(const GNode& node, int32_t input, const char* name) {
  return Constant(name, ConstantOf(node, input));
}

template <typename T>
Tensor TensorOf(const std::vector<T>& values, DataType type) {
  const TensorDesc desc(Shape({static_cast<int64_t>(values.size())}), FORMAT_ND, type);
  return Tensor(desc, reinterpret_cast<const uint8_t*>(values.data()), values.size() * sizeof(T));
}

// scale / sqrt(variance + epsilon), one number for each channel.
op::Div FactorOf(const GNode& normalization) {
  float epsilon = 0;
  (void)normalization.GetAttr("epsilon", epsilon);
  const Tensor variance = ConstantOf(normalization, kVariance);
  const DataType type = variance.GetTensorDesc().GetDataType();
  const Tensor added =
      type == DT_DOUBLE ? TensorOf(std::vector<double>{epsilon}, type) : TensorOf(std::vector<float>{epsilon}, type);
  op::Add sum("variance_and_epsilon");
  sum.set_input_x1(Constant("variance", variance)).set_input_x2(Constant("epsilon", added));
  op::Sqrt deviation("deviation");
  deviation.set_input_x(sum);
  op::Div factor("factor");
  factor.set_input_x1(ConstantFrom(normalization, kScale, "scale")).set_input_x2(deviation);
  return factor;
}

op::Mul FilterOf(const GNode& convolution, const op::Div& factor) {
  const Tensor filter = ConstantOf(convolution, kFilter);
  // One for each channel that comes out, which is the first axis.
  std::vector<int64_t> shape(filter.GetTensorDesc().GetShape().GetDimNum(), 1);
  shape.front() = -1;
  op::Reshape column("factor_column");
  column.set_input_x(factor).set_input_shape(Constant("column", TensorOf(shape, DT_INT64)));
  op::Mul scaled("scaled_filter");
  scaled.set_input_x1(Constant("filter", filter)).set_input_x2(column);
  return scaled;
}

// offset + (bias - mean) * factor.
Operator BiasOf(const GNode& convolution, const GNode& normalization, const op::Div& factor) {
  const op::Const mean = ConstantFrom(normalization, kMean, "mean");
  const op::Const offset = ConstantFrom(normalization, kOffset, "offset");
  op::Mul shift("shift");
  shift.set_input_x2(factor);
  if (!HasBias(convolution)) {
    shift.set_input_x1(mean);
    op::Sub bias("new_bias");
    bias.set_input_x1(offset).set_input_x2(shift);
    return bias;
  }
  op::Sub centered("centered_bias");
  centered.set_input_x1(ConstantFrom(convolution, kBias, "bias")).set_input_x2(mean);
  shift.set_input_x1(centered);
  op::Add bias("new_bias");
  bias.set_input_x1(shift).set_input_x2(offset);
  return bias;
}

template <typename Convolution, size_t kCount>
GraphUniqPtr Fused(const GNode& convolution, const GNode& normalization, const char* const (&attrs)[kCount]) {
  op::Data x("x");
  const op::Div factor = FactorOf(normalization);
  Convolution fused("fused");
  fused.set_input_x(x).set_input_filter(FilterOf(convolution, factor));
  fused.set_input_bias(BiasOf(convolution, normalization, factor));
  for (const char* name : attrs) {
    AttrValue value;
    if (convolution.GetAttr(name, value) == GRAPH_SUCCESS) (void)fused.SetAttr(name, std::move(value));
  }
  auto graph = std::make_unique<Graph>("convolution");
  graph->SetInputs({x}).SetOutputs(std::vector<Operator>{fused});
  return graph;
}

bool IsConv2D(const GNode& convolution) {
  AscendString type;
  (void)convolution.GetType(type);
  return type == AscendString("Conv2D");
}

class ConvBatchnormFusion : public PatternFusionPass {
 protected:
  std::vector<PatternUniqPtr> Patterns() override {
    std::vector<PatternUniqPtr> patterns;
    for (const bool with_bias : {true, false}) {
      patterns.push_back(PatternOf<op::Conv>(with_bias));
      patterns.push_back(PatternOf<op::Conv2D>(with_bias));
    }
    return patterns;
  }

  // In fewer bits new weights would be further from the old ones than results may be; normalization is along axis 1.
  bool MeetRequirements(const std::unique_ptr<MatchResult>& match) override {
    const GNode convolution = NodeOf(*match, kConvolution), normalization = NodeOf(*match, kNormalization);
    const DataType type = ConstantOf(convolution, kFilter).GetTensorDesc().GetDataType();
    if (type != DT_FLOAT && type != DT_DOUBLE) return false;
    if (HasBias(convolution) && ConstantOf(convolution, kBias).GetTensorDesc().GetDataType() != type) return false;
    for (const int32_t input : {kScale, kOffset, kMean, kVariance}) {
      if (ConstantOf(normalization, input).GetTensorDesc().GetDataType() != type) return false;
    }
    AscendString format;
    return !IsConv2D(convolution) ||
           (convolution.GetAttr("data_format", format) == GRAPH_SUCCESS && format == AscendString("NCHW"));
  }

  GraphUniqPtr Replacement(const std::unique_ptr<MatchResult>& match) override {
    const GNode convolution = NodeOf(*match, kConvolution), normalization = NodeOf(*match, kNormalization);
    if (IsConv2D(convolution)) return Fused<op::Conv2D>(convolution, normalization, kConv2DAttrs);
    return Fused<op::Conv>(convolution, normalization, kConvAttrs);
  }
};

REG_FUSION_PASS(ConvBatchnormFusion).Stage(CustomPassStage::kAfterInferShape);

}  // namespace
}  // namespace ge::fusion
