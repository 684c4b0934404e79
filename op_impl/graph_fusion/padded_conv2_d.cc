// A padding with zeros of the spatial axes becomes that of the convolution behind it.
#include "op_impl/graph_fusion/constant_padding.h"
#include "op_impl/graph_fusion/conv2_d_attributes.h"
#include "op_impl/graph_fusion/graph_pieces.h"
#include "op_impl/graph_fusion/node_facts.h"

namespace opdk::graph_fusion {
namespace {

using ge::fusion::GraphUniqPtr;
using ge::fusion::MatchResult;
using ge::fusion::Pattern;

// Returns x, paddings and filter, then bias and value where the pattern has them.
std::vector<ge::Operator> PaddedConv2DInputs(bool with_value, bool with_bias) {
  return AnyOf(3 + (with_bias ? 1 : 0) + (with_value ? 1 : 0));
}

ge::Graph PaddedConv2D(bool with_value, bool with_bias) {
  std::vector<ge::Operator> inputs = PaddedConv2DInputs(with_value, with_bias);
  ge::Operator pad = PadOf(inputs, with_value);
  ge::op::Conv2D conv("conv");
  conv.set_input_x(pad).set_input_filter(inputs[2]);
  if (with_bias) conv.set_input_bias(inputs[3]);
  return GraphOf("padded_conv2d", inputs, conv);
}

class PadIntoConv2D : public ge::fusion::PatternFusionPass {
 protected:
  std::vector<ge::fusion::PatternUniqPtr> Patterns() override {
    std::vector<ge::fusion::PatternUniqPtr> patterns;
    for (const bool with_value : {false, true}) {
      for (const bool with_bias : {false, true}) {
        patterns.push_back(std::make_unique<Pattern>(PaddedConv2D(with_value, with_bias)));
      }
    }
    return patterns;
  }

  bool MeetRequirements(const std::unique_ptr<MatchResult>& match) override {
    const ge::GNode pad = MatchedNode(*match, "pad"), conv = MatchedNode(*match, "conv");
    const ge::DataType type = InputOf(conv, 0).GetDataType();
    if (type != ge::DT_FLOAT && type != ge::DT_FLOAT16 && type != ge::DT_BF16) return false;
    return PadsAreNumbers(conv) && PadsWithZeros(pad) && PaddingAround(pad, SpatialAxesOf(conv)).has_value();
  }

  GraphUniqPtr Replacement(const std::unique_ptr<MatchResult>& match) override {
    const ge::GNode pad = MatchedNode(*match, "pad"), conv = MatchedNode(*match, "conv");
    const auto around = PaddingAround(pad, SpatialAxesOf(conv));
    const std::vector<int64_t> pads = AttrOf<std::vector<int64_t>>(conv, "pads").value_or(std::vector<int64_t>(4, 0));
    std::vector<ge::Operator> inputs = PaddedConv2DInputs(HasInput(pad, 2), HasInput(conv, kBias));
    ge::op::Conv2D padded("padded");
    padded.set_input_x(inputs[0]).set_input_filter(inputs[2]);
    if (HasInput(conv, kBias)) padded.set_input_bias(inputs[3]);
    CopyAttributes(conv, kConv2DAttrs, padded);
    padded.set_attr_pads(WidenedPads(pads, *around, SpatialAxesOf(conv)));
    return ReplacementOf(inputs, padded);
  }
};

REG_FUSION_PASS(PadIntoConv2D).Stage(ge::CustomPassStage::kAfterInferShape);

}  // namespace
}  // namespace opdk::graph_fusion
