// Passes for tests of their driver. Function passes do something to the graph of one name only; the others to operators
// that no other case has.
#include <stdexcept>

#include "ge/fusion/pass/decompose_pass.h"
#include "ge/fusion/pass/pattern_fusion_pass.h"
#include "op_proto/elementwise/arithmetic.h"
#include "op_proto/graph/structural.h"
#include "op_proto/math/functions.h"
#include "op_proto/math/scalar_math.h"
#include "register/register_pass.h"

namespace ge::fusion {
namespace {

bool Is(const GraphPtr& graph, const char* name) {
  AscendString own;
  return graph->GetName(own) == GRAPH_SUCCESS && own == AscendString(name);
}

// Adds a pass to those that ran, in the graph's attribute "ran".
Status Sign(const GraphPtr& graph, const char* pass) {
  if (!Is(graph, "order")) return GRAPH_NOT_CHANGED;
  std::vector<AscendString> ran;
  AttrValue before;
  if (graph->GetAttr("ran", before) == GRAPH_SUCCESS) (void)before.GetAttrValue(ran);
  ran.emplace_back(pass);
  AttrValue after;
  (void)after.SetAttrValue(ran);
  return graph->SetAttr("ran", after) == GRAPH_SUCCESS ? SUCCESS : FAILED;
}

Status Late(GraphPtr& graph) { return Sign(graph, "late"); }
Status Early(GraphPtr& graph, CustomPassContext&) { return Sign(graph, "early"); }
Status BetweenB(GraphPtr& graph, CustomPassContext&) { return Sign(graph, "between_b"); }
Status BetweenA(GraphPtr& graph, CustomPassContext&) { return Sign(graph, "between_a"); }
REGISTER_CUSTOM_PASS("late").Priority(90).CustomPassFn(Late).Stage(CustomPassStage::kAfterInferShape);
REGISTER_CUSTOM_PASS("early").Priority(1).CustomPassFn(Early).Stage(CustomPassStage::kAfterInferShape);
REGISTER_CUSTOM_PASS("between_b").Priority(50).CustomPassFn(BetweenB).Stage(CustomPassStage::kAfterInferShape);
REGISTER_CUSTOM_PASS("between_a").Priority(50).CustomPassFn(BetweenA).Stage(CustomPassStage::kAfterInferShape);
REGISTER_CUSTOM_PASS("too_late").CustomPassFn(Late).Stage(CustomPassStage::kAfterAssignLogicStream);

Status Misbehave(GraphPtr& graph, CustomPassContext& context) {
  if (Is(graph, "fails")) {
    context.SetErrorMessage("the moon is wrong");
    return FAILED;
  }
  if (Is(graph, "fails_silently")) return FAILED;
  if (Is(graph, "throws")) throw std::runtime_error("no moon");
  if (Is(graph, "takes_away")) {
    const GNodePtr node = graph->FindNodeByName("y");
    return node != nullptr && graph->RemoveNode(*node) == GRAPH_SUCCESS ? SUCCESS : FAILED;
  }
  return GRAPH_NOT_CHANGED;
}
REGISTER_CUSTOM_PASS("misbehave").CustomPassFn(Misbehave);

template <typename Outer, typename Inner>
std::vector<PatternUniqPtr> Pair() {
  op::Data x("x");
  Inner inner("inner");
  inner.set_input_x(x);
  Outer outer("outer");
  outer.set_input_x(inner);
  Graph graph("pair");
  graph.SetInputs({x}).SetOutputs(std::vector<Operator>{outer});
  std::vector<PatternUniqPtr> patterns;
  patterns.push_back(std::make_unique<Pattern>(std::move(graph)));
  return patterns;
}

// exp(log(x)) is x.
class CancelLog : public PatternFusionPass {
 protected:
  std::vector<PatternUniqPtr> Patterns() override { return Pair<op::Exp, op::Log>(); }
  GraphUniqPtr Replacement(const std::unique_ptr<MatchResult>&) override {
    op::Data x("x");
    auto graph = std::make_unique<Graph>("nothing");
    graph->SetInputs({x}).SetOutputs(std::vector<Operator>{x});
    return graph;
  }
};
REG_FUSION_PASS(CancelLog).Stage(CustomPassStage::kAfterInferShape);

// Replaces sinh(tan(x)) by a graph with one output too many.
class TwoForOne : public PatternFusionPass {
 protected:
  std::vector<PatternUniqPtr> Patterns() override { return Pair<op::Sinh, op::Tan>(); }
  GraphUniqPtr Replacement(const std::unique_ptr<MatchResult>&) override {
    op::Data x("x");
    op::Tan tan("tan");
    tan.set_input_x(x);
    auto graph = std::make_unique<Graph>("two");
    graph->SetInputs({x}).SetOutputs(std::vector<Operator>{tan, tan});
    return graph;
  }
};
REG_FUSION_PASS(TwoForOne).Stage(CustomPassStage::kAfterOriginGraphOptimize);

// square(x) is x * (x + (2 - 2)), with shapes left open and something to compute beforehand.
class SplitSquare : public DecomposePass {
 public:
  using DecomposePass::DecomposePass;

 protected:
  GraphUniqPtr Replacement(const GNode&) override {
    op::Data x("x");
    float two = 2;
    op::Const constant("two");
    constant.set_attr_value(Tensor(TensorDesc(Shape({1}), FORMAT_ND, DT_FLOAT), reinterpret_cast<uint8_t*>(&two), 4));
    op::Sub zero("zero");
    zero.set_input_x1(constant).set_input_x2(constant);
    op::Add sum("sum");
    sum.set_input_x1(x).set_input_x2(zero);
    op::Mul product("product");
    product.set_input_x1(x).set_input_x2(sum);
    auto graph = std::make_unique<Graph>("product");
    graph->SetInputs({x}).SetOutputs(std::vector<Operator>{product});
    return graph;
  }
};
REG_DECOMPOSE_PASS(SplitSquare, {"Square"}).Stage(CustomPassStage::kAfterInferShape);
class SplitBefore : public SplitSquare {
 public:
  using SplitSquare::SplitSquare;

 protected:
  bool MeetRequirements(const GNode& node) override {
    AscendString name;
    return node.GetName(name) == GRAPH_SUCCESS && name == AscendString("before");
  }
};
REG_DECOMPOSE_PASS(SplitBefore, {"Square"});

}  // namespace
}  // namespace ge::fusion
