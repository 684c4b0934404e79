// A BiasAdd becomes the bias of the convolution in front of it.
#include "op_impl/graph_fusion/conv2_d_attributes.h"
#include "op_impl/graph_fusion/graph_pieces.h"
#include "op_impl/graph_fusion/node_facts.h"
#include "op_proto/training/normalizations.h"

namespace opdk::graph_fusion {
namespace {

using ge::fusion::GraphUniqPtr;
using ge::fusion::MatchResult;
using ge::fusion::Pattern;

constexpr const char* kDepthwiseAttrs[] = {"strides", "pads", "dilations", "data_format", "offset_x"};

template <typename Convolution>
std::unique_ptr<Pattern> BiasBehind() {
  std::vector<ge::Operator> inputs = AnyOf(3);
  Convolution conv("conv");
  conv.set_input_x(inputs[0]).set_input_filter(inputs[1]);
  ge::op::BiasAdd add("add");
  add.set_input_x(conv).set_input_bias(inputs[2]);
  return std::make_unique<Pattern>(GraphOf("bias_behind_convolution", inputs, add));
}

class BiasIntoConvolution : public ge::fusion::PatternFusionPass {
 protected:
  std::vector<ge::fusion::PatternUniqPtr> Patterns() override {
    std::vector<ge::fusion::PatternUniqPtr> patterns;
    patterns.push_back(BiasBehind<ge::op::Conv2D>());
    patterns.push_back(BiasBehind<ge::op::DepthwiseConv2D>());
    return patterns;
  }

  bool MeetRequirements(const std::unique_ptr<MatchResult>& match) override {
    const ge::GNode conv = MatchedNode(*match, "conv"), add = MatchedNode(*match, "add");
    // In smaller types the sum of products would not be rounded any more before the bias is added.
    return InputOf(conv, 0).GetDataType() == ge::DT_FLOAT &&
           TextAttrOf(conv, "data_format") == TextAttrOf(add, "data_format");
  }

  GraphUniqPtr Replacement(const std::unique_ptr<MatchResult>& match) override {
    const ge::GNode conv = MatchedNode(*match, "conv");
    if (IsConv2D(conv)) return Biased<ge::op::Conv2D>(conv, kConv2DAttrs);
    return Biased<ge::op::DepthwiseConv2D>(conv, kDepthwiseAttrs);
  }

 private:
  template <typename Convolution, size_t kCount>
  static GraphUniqPtr Biased(const ge::GNode& conv, const char* const (&attrs)[kCount]) {
    std::vector<ge::Operator> inputs = AnyOf(3);
    Convolution biased("biased");
    biased.set_input_x(inputs[0]).set_input_filter(inputs[1]).set_input_bias(inputs[2]);
    CopyAttributes(conv, attrs, biased);
    return ReplacementOf(inputs, biased);
  }
};

REG_FUSION_PASS(BiasIntoConvolution).Stage(ge::CustomPassStage::kAfterInferShape);

}  // namespace
}  // namespace opdk::graph_fusion
