// A padding with zeros of the spatial axes becomes that of the convolution behind it.
#include <array>

#include "op_impl/graph_fusion/conv2_d_attributes.h"
#include "op_impl/graph_fusion/graph_pieces.h"
#include "op_impl/graph_fusion/node_facts.h"
#include "op_proto/array/pad.h"
#include "op_proto/array/paddings.h"

namespace opdk::graph_fusion {
namespace {

using ge::fusion::GraphUniqPtr;
using ge::fusion::MatchResult;
using ge::fusion::Pattern;
using Ints = std::vector<int64_t>;

ge::Graph PaddedConv2D(bool with_value, bool with_bias) {
  std::vector<ge::Operator> inputs = AnyOf(3 + (with_value ? 1 : 0) + (with_bias ? 1 : 0));
  ge::op::PadV3 pad("pad");
  pad.set_input_x(inputs[0]).set_input_paddings(inputs[1]);
  if (with_value) pad.set_input_constant_values(inputs[3]);
  ge::op::Conv2D conv("conv");
  conv.set_input_x(pad).set_input_filter(inputs[2]);
  if (with_bias) conv.set_input_bias(inputs.back());
  return GraphOf("padded_conv2d", inputs, conv);
}

// Begin and end of each of the four axes; nullopt: the padding is no constant one with zeros.
std::optional<opdk::Paddings> ZerosAround(const ge::GNode& pad) {
  const auto given = ConstantInput(pad, 1), value = ConstantInput(pad, 2);
  if (!given || TextAttrOf(pad, "mode") != "constant" || InputOf(pad, 0).GetShape().GetDimNum() != 4) return {};
  if (HasInput(pad, 2) && !(value && HoldsOnly(*value, 0))) return {};
  const Ints numbers = IntsOf(*given);
  if (numbers.size() != 8) return {};
  return opdk::PaddingsOf(numbers, AttrOf<bool>(pad, "paddings_contiguous").value_or(true));
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
    const ge::GNode conv = MatchedNode(*match, "conv");
    const auto paddings = ZerosAround(MatchedNode(*match, "pad"));
    const ge::DataType type = InputOf(conv, 0).GetDataType();
    if (!paddings || (type != ge::DT_FLOAT && type != ge::DT_FLOAT16 && type != ge::DT_BF16)) return false;
    const std::array<size_t, 2> spatial = SpatialAxesOf(conv);
    for (size_t axis = 0; axis < 4; ++axis) {
      const int64_t begin = paddings->begins[axis], end = paddings->ends[axis];
      const bool is_spatial = axis == spatial[0] || axis == spatial[1];
      // Less than none cuts off.
      if (is_spatial ? begin < 0 || end < 0 : begin != 0 || end != 0) return false;
    }
    return true;
  }

  GraphUniqPtr Replacement(const std::unique_ptr<MatchResult>& match) override {
    const ge::GNode conv = MatchedNode(*match, "conv");
    const auto paddings = ZerosAround(MatchedNode(*match, "pad"));
    Ints pads = AttrOf<Ints>(conv, "pads").value_or(Ints(4, 0));
    const std::array<size_t, 2> spatial = SpatialAxesOf(conv);
    for (size_t i = 0; i < 2; ++i) {
      pads[2 * i] += paddings->begins[spatial[i]];
      pads[2 * i + 1] += paddings->ends[spatial[i]];
    }
    const bool with_value = HasInput(MatchedNode(*match, "pad"), 2);
    const bool with_bias = HasInput(conv, 2);
    std::vector<ge::Operator> inputs = AnyOf(3 + (with_value ? 1 : 0) + (with_bias ? 1 : 0));
    ge::op::Conv2D padded("padded");
    padded.set_input_x(inputs[0]).set_input_filter(inputs[2]);
    if (with_bias) padded.set_input_bias(inputs.back());
    CopyAttributes(conv, kConv2DAttrs, padded);
    padded.set_attr_pads(pads);
    return ReplacementOf(inputs, padded);
  }
};

REG_FUSION_PASS(PadIntoConv2D).Stage(ge::CustomPassStage::kAfterInferShape);

}  // namespace
}  // namespace opdk::graph_fusion
