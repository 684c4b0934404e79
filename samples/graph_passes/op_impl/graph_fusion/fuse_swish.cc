// A pattern and what takes its place: x * sigmoid(x) is Swish(x).
#include <memory>
#include <vector>

#include "all_ops.h"
#include "ge/fusion/pass/pattern_fusion_pass.h"

namespace {

using ge::fusion::GraphUniqPtr;
using ge::fusion::MatchResult;
using ge::fusion::Pattern;
using ge::fusion::PatternUniqPtr;

class FuseSwish : public ge::fusion::PatternFusionPass {
 protected:
  // Returns the pattern. Its inputs aren't exchanged: the other order is another pattern.
  std::vector<PatternUniqPtr> Patterns() override {
    std::vector<PatternUniqPtr> patterns;
    for (const bool sigmoid_first : {false, true}) {
      ge::op::Data x("x");
      ge::op::Sigmoid sigmoid("sigmoid");
      sigmoid.set_input_x(x);
      ge::op::Mul product("product");
      if (sigmoid_first) {
        product.set_input_x1(sigmoid).set_input_x2(x);
      } else {
        product.set_input_x1(x).set_input_x2(sigmoid);
      }
      ge::Graph graph("swish");
      graph.SetInputs({x}).SetOutputs(std::vector<ge::Operator>{product});
      patterns.push_back(std::make_unique<Pattern>(std::move(graph)));
    }
    return patterns;
  }

  GraphUniqPtr Replacement(const std::unique_ptr<MatchResult>&) override {
    ge::op::Data x("x");
    ge::op::Swish swish("swish");
    swish.set_input_x(x);
    auto graph = std::make_unique<ge::Graph>("one_operator");
    graph->SetInputs({x}).SetOutputs(std::vector<ge::Operator>{swish});
    return graph;
  }
};

REG_FUSION_PASS(FuseSwish).Stage(ge::CustomPassStage::kAfterInferShape);

}  // namespace
