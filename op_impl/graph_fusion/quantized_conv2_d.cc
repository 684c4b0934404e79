// Merges DequantizeLinear, Conv2D, perhaps Relu, and QuantizeLinear into one convolution of bytes.
#include <algorithm>
#include <cmath>

#include "op_impl/graph_fusion/conv2_d_attributes.h"
#include "op_impl/graph_fusion/graph_pieces.h"
#include "op_impl/graph_fusion/quantization.h"
#include "op_proto/activation/activations.h"
#include "op_proto/nn/conv_integer.h"

namespace opdk::graph_fusion {
namespace {

using ge::fusion::GraphUniqPtr;
using ge::fusion::MatchResult;
using ge::fusion::Pattern;
using Ints = std::vector<int64_t>;

// Numbers of the first inputs for x, for the filter, for y, and for the bias if there is one.
constexpr int64_t kFirstOfX = 0, kFirstOfFilter = 3, kFirstOfY = 6, kFirstOfBias = 8;

enum class Bias { kNone, kWithoutZeroPoint, kWithZeroPoint };

int64_t InputsWith(Bias bias) { return bias == Bias::kNone ? kFirstOfBias : bias == Bias::kWithZeroPoint ? 11 : 10; }

ge::Graph Spelled(Bias bias, bool with_relu) {
  std::vector<ge::Operator> inputs = AnyOf(InputsWith(bias));
  const auto dequantized = [&inputs](const char* name, size_t first, bool with_zero_point) {
    ge::op::DequantizeLinear real(name);
    real.set_input_x(inputs[first]).set_input_x_scale(inputs[first + 1]);
    if (with_zero_point) real.set_input_x_zero_point(inputs[first + 2]);
    return real;
  };
  ge::op::DequantizeLinear x = dequantized("x", kFirstOfX, true), filter = dequantized("filter", kFirstOfFilter, true);
  ge::op::Conv2D conv("conv");
  conv.set_input_x(x).set_input_filter(filter);
  if (bias != Bias::kNone) {
    ge::op::DequantizeLinear added = dequantized("bias", kFirstOfBias, bias == Bias::kWithZeroPoint);
    conv.set_input_bias(added);
  }
  ge::op::QuantizeLinear y("y");
  y.set_input_y_scale(inputs[kFirstOfY]).set_input_y_zero_point(inputs[kFirstOfY + 1]);
  if (with_relu) {
    ge::op::Relu relu("relu");
    relu.set_input_x(conv);
    y.set_input_x(relu);
  } else {
    y.set_input_x(conv);
  }
  return GraphOf("quantized_conv2d", inputs, y);
}

bool HasNode(const MatchResult& match, const char* name) {
  return match.GetPatternGraph().FindNodeByName(name) != nullptr;
}

// Returns whether the bias counts in units of x_scale * filter_scale, as the integer convolution does.
bool BiasFits(const ge::GNode& bias, const std::vector<float>& x_scale, const std::vector<float>& filter_scale) {
  constexpr float kTolerance = 1e-5F;
  const std::vector<float> scale = ScaleOf(bias);
  if (scale.empty() || !ZeroPointIsZero(bias)) return false;
  const size_t count = std::max(scale.size(), filter_scale.size());
  for (size_t i = 0; i < count; ++i) {
    const float wanted = x_scale[0] * filter_scale[filter_scale.size() == 1 ? 0 : i];
    if (scale.size() != 1 && scale.size() != count) return false;
    if (std::abs(scale[scale.size() == 1 ? 0 : i] - wanted) > kTolerance * wanted) return false;
  }
  return true;
}

class QuantizedConv2D : public ge::fusion::PatternFusionPass {
 protected:
  std::vector<ge::fusion::PatternUniqPtr> Patterns() override {
    std::vector<ge::fusion::PatternUniqPtr> patterns;
    for (const Bias bias : {Bias::kNone, Bias::kWithoutZeroPoint, Bias::kWithZeroPoint}) {
      for (const bool with_relu : {false, true}) {
        patterns.push_back(std::make_unique<Pattern>(Spelled(bias, with_relu)));
        // Bytes may be dequantized once for several users.
        for (const char* shared : {"x", "filter"}) CaptureOutput(*patterns.back(), shared);
      }
    }
    return patterns;
  }

  bool MeetRequirements(const std::unique_ptr<MatchResult>& match) override {
    const ge::GNode x = MatchedNode(*match, "x"), filter = MatchedNode(*match, "filter");
    const ge::GNode conv = MatchedNode(*match, "conv"), y = MatchedNode(*match, "y");
    const std::vector<float> x_scale = ScaleOf(x), filter_scale = ScaleOf(filter), y_scale = ScaleOf(y);
    if (!IsChannelsFirst(conv) || !HasBytes(x) || !HasBytes(filter) || !HasBytes(y)) return false;
    if (x_scale.size() != 1 || y_scale.size() != 1 || filter_scale.empty()) return false;
    // Several scales must be one for each output channel, the filter's first axis.
    if (filter_scale.size() != 1 && AttrOf<int64_t>(filter, "axis").value_or(1) != 0) return false;
    if (HasNode(*match, "bias") && !BiasFits(MatchedNode(*match, "bias"), x_scale, filter_scale)) return false;
    // If the zero point is y's least number, saturation does Relu's work.
    return !HasNode(*match, "relu") || ZeroPointIsLeast(y);
  }

  GraphUniqPtr Replacement(const std::unique_ptr<MatchResult>& match) override {
    const ge::GNode conv = MatchedNode(*match, "conv");
    const bool with_bias = HasNode(*match, "bias");
    const bool with_zero_point = with_bias && HasInput(MatchedNode(*match, "bias"), 2);
    const Bias bias = !with_bias ? Bias::kNone : with_zero_point ? Bias::kWithZeroPoint : Bias::kWithoutZeroPoint;
    std::vector<ge::Operator> inputs = AnyOf(InputsWith(bias));
    ge::op::QLinearConv bytes("bytes");
    bytes.set_input_x(inputs[kFirstOfX])
        .set_input_x_scale(inputs[kFirstOfX + 1])
        .set_input_x_zero_point(inputs[kFirstOfX + 2]);
    bytes.set_input_filter(inputs[kFirstOfFilter]).set_input_filter_scale(inputs[kFirstOfFilter + 1]);
    bytes.set_input_filter_zero_point(inputs[kFirstOfFilter + 2]);
    bytes.set_input_y_scale(inputs[kFirstOfY]).set_input_y_zero_point(inputs[kFirstOfY + 1]);
    if (with_bias) bytes.set_input_bias(inputs[kFirstOfBias]);
    const auto spatial = [&conv](const char* name) {
      const Ints all = AttrOf<Ints>(conv, name).value_or(Ints(4, 1));
      return Ints{all.at(2), all.at(3)};
    };
    const Ints pads = AttrOf<Ints>(conv, "pads").value_or(Ints(4, 0));
    bytes.set_attr_strides(spatial("strides")).set_attr_dilations(spatial("dilations"));
    if (PadsAreNumbers(conv)) {
      bytes.set_attr_pads({pads.at(0), pads.at(2), pads.at(1), pads.at(3)});
    } else {
      bytes.set_attr_auto_pad("SAME_UPPER");
    }
    bytes.set_attr_group(AttrOf<int64_t>(conv, "groups").value_or(1));
    return ReplacementOf(inputs, bytes);
  }
};

// Before constants are folded: filters are to stay bytes.
REG_FUSION_PASS(QuantizedConv2D).Stage(ge::CustomPassStage::kBeforeInferShape);

}  // namespace
}  // namespace opdk::graph_fusion
