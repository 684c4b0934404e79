// Replaces a batch normalization with constant numbers by one factor and one summand for each channel.
#include "ge/fusion/pass/decompose_pass.h"
#include "op_impl/graph_fusion/graph_pieces.h"
#include "op_impl/graph_fusion/node_facts.h"
#include "op_proto/array/reshape.h"
#include "op_proto/elementwise/arithmetic.h"
#include "op_proto/math/functions.h"

namespace opdk::graph_fusion {
namespace {

using ge::GNode;
using ge::fusion::GraphUniqPtr;
using Ints = std::vector<int64_t>;

// Works where constants are folded, which makes two of the nine operators.
class BnInferToScale : public ge::fusion::DecomposePass {
 public:
  using DecomposePass::DecomposePass;

 protected:
  bool MeetRequirements(const GNode& node) override {
    for (int32_t i = 1; i < 5; ++i) {
      const auto numbers = ConstantInput(node, i);
      if (!numbers || numbers->GetDataType() != ge::DT_FLOAT) return false;
    }
    const ge::TensorDesc x = InputOf(node, 0);
    const Ints dims = x.GetShape().GetDims();
    return x.GetDataType() == ge::DT_FLOAT && dims.size() >= 2 && dims[0] != ge::UNKNOWN_DIM_NUM;
  }

  GraphUniqPtr Replacement(const GNode& node) override {
    std::vector<ge::Operator> inputs = AnyOf(5);
    ge::Operator &x = inputs[0], &scale = inputs[1], &offset = inputs[2], &mean = inputs[3], &variance = inputs[4];
    const float epsilon = AttrOf<float>(node, "epsilon").value_or(0);
    // Reshapes the numbers, one for each channel, to axis 1.
    Ints channels(InputOf(node, 0).GetShape().GetDimNum() - 1, 1);
    channels.front() = -1;
    ge::op::Const epsilons = Constant("epsilon", TensorOf(std::vector<float>{epsilon}, ge::DT_FLOAT));
    ge::op::Const column = Constant("channels", TensorOf(channels, ge::DT_INT64));

    ge::op::Add widened("widened");
    widened.set_input_x1(variance).set_input_x2(epsilons);
    ge::op::Rsqrt inverse("inverse");
    inverse.set_input_x(widened);
    ge::op::Mul factor("factor"), moved("moved"), scaled("scaled");
    factor.set_input_x1(scale).set_input_x2(inverse);
    moved.set_input_x1(mean).set_input_x2(factor);
    ge::op::Sub summand("summand");
    summand.set_input_x1(offset).set_input_x2(moved);
    ge::op::Reshape factors("factors"), summands("summands");
    factors.set_input_x(factor).set_input_shape(column);
    summands.set_input_x(summand).set_input_shape(column);
    scaled.set_input_x1(x).set_input_x2(factors);
    ge::op::Add shifted("shifted");
    shifted.set_input_x1(scaled).set_input_x2(summands);
    return ReplacementOf(inputs, shifted);
  }
};

// Behind the fusion into convolutions.
REG_DECOMPOSE_PASS(BnInferToScale, {"BNInfer"}).Stage(ge::CustomPassStage::kAfterBuiltinFusionPass);

}  // namespace
}  // namespace opdk::graph_fusion
