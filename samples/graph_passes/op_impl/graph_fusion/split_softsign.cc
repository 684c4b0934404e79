// One operator becomes several: Softsign(x) is x / (1 + |x|).
#include <memory>
#include <vector>

#include "all_ops.h"
#include "ge/fusion/pass/decompose_pass.h"

namespace {

class SplitSoftsign : public ge::fusion::DecomposePass {
 public:
  using DecomposePass::DecomposePass;

 protected:
  // Accepts float only: the constants of other types differ.
  bool MeetRequirements(const ge::GNode& node) override {
    ge::TensorDesc x;
    return node.GetInputDesc(0, x) == ge::GRAPH_SUCCESS && x.GetDataType() == ge::DT_FLOAT;
  }

  ge::fusion::GraphUniqPtr Replacement(const ge::GNode&) override {
    ge::op::Data x("x");
    ge::op::Abs size("size");
    size.set_input_x(x);
    ge::op::Adds below("below");
    below.set_input_x(size).set_attr_value(1.0F);
    ge::op::Div ratio("ratio");
    ratio.set_input_x1(x).set_input_x2(below);
    auto graph = std::make_unique<ge::Graph>("ratio");
    graph->SetInputs({x}).SetOutputs(std::vector<ge::Operator>{ratio});
    return graph;
  }
};

REG_DECOMPOSE_PASS(SplitSoftsign, {"Softsign"}).Stage(ge::CustomPassStage::kAfterInferShape);

}  // namespace
