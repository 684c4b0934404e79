// Moves arithmetic with a constant number for each channel behind a convolution into its filters and its bias.
#include "op_impl/graph_fusion/channel_steps.h"
#include "op_impl/graph_fusion/conv2_d_attributes.h"
#include "op_impl/graph_fusion/graph_pieces.h"
#include "op_impl/graph_fusion/node_facts.h"
#include "op_proto/nn/conv.h"

namespace opdk::graph_fusion {
namespace {

using ge::GNode;
using ge::fusion::GraphUniqPtr;
using ge::fusion::MatchResult;
using ge::fusion::Pattern;

template <typename Convolution>
ge::fusion::PatternUniqPtr ScaledConvolution(const ChannelStep& step, bool with_bias) {
  std::vector<ge::Operator> inputs = AnyOf(with_bias ? 3 : 2);
  Convolution convolution("convolution");
  convolution.set_input_x(inputs[0]).set_input_filter(inputs[kFilter]);
  if (with_bias) convolution.set_input_bias(inputs[kBias]);
  ge::op::Const numbers("numbers");
  return std::make_unique<Pattern>(GraphOf("scaled_convolution", inputs, StepBehind(step, convolution, numbers)));
}

bool HasChannelsFirst(const GNode& convolution) { return !IsConv2D(convolution) || IsChannelsFirst(convolution); }

class ScaleIntoConvolution : public ge::fusion::PatternFusionPass {
 protected:
  std::vector<ge::fusion::PatternUniqPtr> Patterns() override {
    std::vector<ge::fusion::PatternUniqPtr> patterns;
    for (const ChannelStep& step : ChannelSteps()) {
      for (const bool with_bias : {true, false}) {
        patterns.push_back(ScaledConvolution<ge::op::Conv2D>(step, with_bias));
        patterns.push_back(ScaledConvolution<ge::op::Conv>(step, with_bias));
      }
    }
    return patterns;
  }

  bool MeetRequirements(const std::unique_ptr<MatchResult>& match) override {
    const GNode convolution = MatchedNode(*match, "convolution"), step = MatchedNode(*match, "step");
    if (HasInput(convolution, kBias) && !IsWeight(convolution, kBias)) return false;
    if (IsFactor(TypeOf(step)) && !MayScale(convolution, kFilter)) return false;
    return NumbersOf(convolution, step).has_value();
  }

  GraphUniqPtr Replacement(const std::unique_ptr<MatchResult>& match) override {
    const GNode convolution = MatchedNode(*match, "convolution"), step = MatchedNode(*match, "step");
    return IsConv2D(convolution) ? Fused<ge::op::Conv2D>(convolution, step, kConv2DAttrs)
                                 : Fused<ge::op::Conv>(convolution, step, kConvAttrs);
  }

 private:
  static std::optional<ge::Tensor> NumbersOf(const GNode& convolution, const GNode& step) {
    const size_t rank = OutputOf(convolution).GetShape().GetDimNum();
    if (rank < 3) return std::nullopt;
    return ChannelNumbers(step, convolution, HasChannelsFirst(convolution) ? 1 : rank - 1);
  }

  template <typename Convolution, size_t kCount>
  static GraphUniqPtr Fused(const GNode& convolution, const GNode& step, const char* const (&attrs)[kCount]) {
    const std::string type = TypeOf(step);
    const ge::Tensor numbers = NumbersOf(convolution, step).value_or(ge::Tensor());
    const size_t rank = OutputOf(convolution).GetShape().GetDimNum();
    const bool has_bias = HasInput(convolution, kBias);
    std::vector<ge::Operator> inputs = AnyOf(has_bias ? 3 : 2);
    ge::op::Const of_filters =
        Constant("of_filters", AlongAxis(numbers, HasChannelsFirst(convolution) ? 0 : rank - 1, rank));
    ge::op::Const of_channels = Constant("of_channels", numbers);

    Convolution fused("fused");
    fused.set_input_x(inputs[0]);
    ge::Operator filter = inputs[kFilter];
    if (IsFactor(type)) filter = StepOf(type, "scaled_filter", inputs[kFilter], of_filters);
    fused.set_input_filter(filter);
    SetSteppedBias(type, has_bias ? &inputs[kBias] : nullptr, of_channels, fused);
    CopyAttributes(convolution, attrs, fused);
    return ReplacementOf(inputs, fused);
  }
};

REG_FUSION_PASS(ScaleIntoConvolution).Stage(ge::CustomPassStage::kAfterInferShape);

}  // namespace
}  // namespace opdk::graph_fusion
