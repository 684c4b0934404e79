// A depthwise convolution of channels first, whose filter is a constant [M, C, KH, KW], becomes a Conv2D of C groups,
// which channel blocks reach: its filter [C * M, 1, KH, KW] is computed when the model is compiled.
#include "op_impl/graph_fusion/conv2_d_attributes.h"
#include "op_impl/graph_fusion/graph_pieces.h"
#include "op_impl/graph_fusion/node_facts.h"
#include "op_proto/array/reshape.h"
#include "op_proto/array/transpose.h"

namespace opdk::graph_fusion {
namespace {

using ge::fusion::GraphUniqPtr;
using ge::fusion::MatchResult;
using ge::fusion::Pattern;
using Dims = std::vector<int64_t>;

constexpr const char* kSharedAttrs[] = {"strides", "pads", "dilations", "data_format", "offset_x"};

class DepthwiseIntoGroups : public ge::fusion::PatternFusionPass {
 protected:
  std::vector<ge::fusion::PatternUniqPtr> Patterns() override {
    std::vector<ge::fusion::PatternUniqPtr> patterns;
    for (const bool with_bias : {false, true}) {
      std::vector<ge::Operator> inputs = AnyOf(with_bias ? 3 : 2);
      ge::op::DepthwiseConv2D conv("conv");
      conv.set_input_x(inputs[0]).set_input_filter(inputs[1]);
      if (with_bias) conv.set_input_bias(inputs[2]);
      patterns.push_back(std::make_unique<Pattern>(GraphOf("depthwise", inputs, conv)));
    }
    return patterns;
  }

  bool MeetRequirements(const std::unique_ptr<MatchResult>& match) override {
    const ge::GNode conv = MatchedNode(*match, "conv");
    const ge::Shape filter = InputOf(conv, kFilter).GetShape();
    return IsChannelsFirst(conv) && IsWeight(conv, kFilter) && IsKnown(filter) && filter.GetDimNum() == 4 &&
           filter.GetDim(0) > 0 && filter.GetDim(1) > 0;
  }

  GraphUniqPtr Replacement(const std::unique_ptr<MatchResult>& match) override {
    const ge::GNode conv = MatchedNode(*match, "conv");
    const Dims filter = InputOf(conv, kFilter).GetShape().GetDims();
    const bool has_bias = HasInput(conv, kBias);
    std::vector<ge::Operator> inputs = AnyOf(has_bias ? 3 : 2);
    ge::op::TransposeD by_channel("by_channel");
    by_channel.set_input_x(inputs[kFilter]).set_attr_perm({1, 0, 2, 3});
    ge::op::Const shape =
        Constant("shape", TensorOf(Dims{filter[0] * filter[1], 1, filter[2], filter[3]}, ge::DT_INT64));
    ge::op::Reshape of_groups("of_groups");
    of_groups.set_input_x(by_channel).set_input_shape(shape);
    ge::op::Conv2D grouped("grouped");
    grouped.set_input_x(inputs[0]).set_input_filter(of_groups);
    if (has_bias) grouped.set_input_bias(inputs[kBias]);
    CopyAttributes(conv, kSharedAttrs, grouped);
    grouped.set_attr_groups(filter[1]);
    return ReplacementOf(inputs, grouped);
  }
};

REG_FUSION_PASS(DepthwiseIntoGroups).Stage(ge::CustomPassStage::kAfterInferShape);

}  // namespace
}  // namespace opdk::graph_fusion
