// x + 0, x - 0, x * 1, x / 1 and x ^ 1 are x; x ^ 2 is Square. A sum that is 0 for -0 counts as x.
#include "ge/fusion/pass/decompose_pass.h"
#include "op_impl/graph_fusion/graph_pieces.h"
#include "op_impl/graph_fusion/node_facts.h"
#include "op_proto/array/identity.h"
#include "op_proto/math/functions.h"

namespace opdk::graph_fusion {
namespace {

using ge::GNode;
using ge::fusion::GraphUniqPtr;

// Returns the operand that equals the result. -1: neither does.
int32_t KeptOperand(const GNode& node) {
  const std::string type = TypeOf(node);
  const double neutral = type == "Add" || type == "Sub" ? 0 : 1;
  for (const int32_t kept : {0, 1}) {
    if (kept == 1 && type != "Add" && type != "Mul") break;
    const auto other = ConstantInput(node, 1 - kept);
    if (other && HoldsOnly(*other, neutral) && Alike(InputOf(node, kept), OutputOf(node))) return kept;
  }
  return -1;
}

class RemoveNeutralOperands : public ge::fusion::DecomposePass {
 public:
  using DecomposePass::DecomposePass;

  bool GetNeededTypes(std::vector<std::vector<ge::AscendString>>& one_of) override {
    DecomposePass::GetNeededTypes(one_of);
    for (std::vector<ge::AscendString>& types : one_of) types.push_back("Const");
    return true;
  }

 protected:
  bool MeetRequirements(const GNode& node) override { return KeptOperand(node) >= 0; }
  GraphUniqPtr Replacement(const GNode& node) override {
    ge::op::Data operands[] = {Any(0), Any(1)};
    ge::op::Identity same("same");
    same.set_input_x(operands[KeptOperand(node)]);
    return ReplacementOf({operands[0], operands[1]}, same);
  }
};

class PowToSquare : public ge::fusion::DecomposePass {
 public:
  using DecomposePass::DecomposePass;

 protected:
  bool MeetRequirements(const GNode& node) override {
    const auto exponent = ConstantInput(node, 1);
    return exponent && HoldsOnly(*exponent, 2) && Alike(InputOf(node, 0), OutputOf(node));
  }
  GraphUniqPtr Replacement(const GNode&) override {
    ge::op::Data x = Any(0), exponent = Any(1);
    ge::op::Square square("square");
    square.set_input_x(x);
    return ReplacementOf({x, exponent}, square);
  }
};

REG_DECOMPOSE_PASS(RemoveNeutralOperands, {"Add", "Sub", "Mul", "Div", "RealDiv", "Pow"})
    .Stage(ge::CustomPassStage::kAfterInferShape);
REG_DECOMPOSE_PASS(PowToSquare, {"Pow"}).Stage(ge::CustomPassStage::kAfterInferShape);

}  // namespace
}  // namespace opdk::graph_fusion
