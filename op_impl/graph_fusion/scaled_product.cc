// Moves arithmetic with a constant number for each column behind a product into its constant weights and its bias.
#include "op_impl/graph_fusion/channel_steps.h"
#include "op_impl/graph_fusion/graph_pieces.h"
#include "op_impl/graph_fusion/node_facts.h"
#include "op_impl/graph_fusion/product_attributes.h"

namespace opdk::graph_fusion {
namespace {

using ge::GNode;
using ge::fusion::GraphUniqPtr;
using ge::fusion::MatchResult;
using ge::fusion::Pattern;

template <typename Product>
ge::fusion::PatternUniqPtr ScaledProduct(const ChannelStep& step, bool with_bias) {
  std::vector<ge::Operator> inputs = AnyOf(with_bias ? 3 : 2);
  Product product("product");
  product.set_input_x1(inputs[0]).set_input_x2(inputs[kWeights]);
  if constexpr (kTakesBias<Product>) {
    if (with_bias) product.set_input_bias(inputs[kProductBias]);
  }
  ge::op::Const numbers("numbers");
  return std::make_unique<Pattern>(GraphOf("scaled_product", inputs, StepBehind(step, product, numbers)));
}

class ScaleIntoProduct : public ge::fusion::PatternFusionPass {
 protected:
  std::vector<ge::fusion::PatternUniqPtr> Patterns() override {
    std::vector<ge::fusion::PatternUniqPtr> patterns;
    for (const ChannelStep& step : ChannelSteps()) {
      for (const bool with_bias : {true, false}) {
        patterns.push_back(ScaledProduct<ge::op::MatMul>(step, with_bias));
        patterns.push_back(ScaledProduct<ge::op::MatMulV2>(step, with_bias));
        patterns.push_back(ScaledProduct<ge::op::BatchMatMulV2>(step, with_bias));
      }
      if (step.is_factor()) patterns.push_back(ScaledProduct<ge::op::BatchMatMul>(step, false));
    }
    return patterns;
  }

  bool MeetRequirements(const std::unique_ptr<MatchResult>& match) override {
    const GNode product = MatchedNode(*match, "product"), step = MatchedNode(*match, "step");
    if (HasInput(product, kProductBias) && !IsWeight(product, kProductBias)) return false;
    if (IsFactor(TypeOf(step)) ? !MayScale(product, kWeights) : !IsWeight(product, kWeights)) return false;
    return NumbersOf(product, step).has_value();
  }

  GraphUniqPtr Replacement(const std::unique_ptr<MatchResult>& match) override {
    const GNode product = MatchedNode(*match, "product"), step = MatchedNode(*match, "step");
    return WithProductType(TypeOf(product),
                           [&]<typename Product>(const Product*) { return Fused<Product>(product, step); });
  }

 private:
  static std::optional<ge::Tensor> NumbersOf(const GNode& product, const GNode& step) {
    // A vector's axis is gone from y.
    const size_t rank = OutputOf(product).GetShape().GetDimNum();
    const size_t rank_of_rows = SourceOf(product, 0).GetShape().GetDimNum();
    if (rank_of_rows < 2 || rank < rank_of_rows) return std::nullopt;
    return ChannelNumbers(step, product, rank - 1);
  }

  template <typename Product>
  static GraphUniqPtr Fused(const GNode& product, const GNode& step) {
    const std::string type = TypeOf(step);
    const ge::Tensor numbers = NumbersOf(product, step).value_or(ge::Tensor());
    const bool has_bias = HasInput(product, kProductBias);
    std::vector<ge::Operator> inputs = AnyOf(has_bias ? 3 : 2);
    ge::op::Const of_rows = Constant("of_rows", AlongAxis(numbers, 0, 2)), of_columns = Constant("of_columns", numbers);

    Product fused("fused");
    fused.set_input_x1(inputs[0]);
    ge::Operator weights = inputs[kWeights];
    if (IsFactor(type)) {
      weights = StepOf(type, "scaled_weights", inputs[kWeights], TurnsWeights(product) ? of_rows : of_columns);
    }
    fused.set_input_x2(weights);
    if constexpr (kTakesBias<Product>) {
      SetSteppedBias(type, has_bias ? &inputs[kProductBias] : nullptr, of_columns, fused);
    }
    CopyAttributes(product, kProductAttrs, fused);
    return ReplacementOf(inputs, fused);
  }
};

REG_FUSION_PASS(ScaleIntoProduct).Stage(ge::CustomPassStage::kAfterInferShape);

}  // namespace
}  // namespace opdk::graph_fusion
