#include "ge/fusion/pass/decompose_pass.h"
#include "ge/fusion/pass/pattern_fusion_pass.h"
#include "tests/sdk/api/fusion/operators.h"

namespace ge::fusion {
namespace {

using namespace fusion::testing;  // NOLINT: ge::fusion::testing
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

GraphUniqPtr OneTurn(int64_t angle) {
  op::Data in("in");
  return std::make_unique<Graph>(GraphOf({in}, {Turn("turn", in, angle)}));
}

// Two turns become one.
class JoinTurns : public PatternFusionPass {
 public:
  GraphUniqPtr replacement = OneTurn(180);
  int64_t refused = -1;  // an angle that isn't taken

 protected:
  std::vector<PatternUniqPtr> Patterns() override {
    op::Data x("x");
    std::vector<PatternUniqPtr> patterns;
    patterns.push_back(PatternOf({x}, {Turn("second", Turn("first", x))}));
    patterns.back()->CaptureTensor({NodeIn(patterns.back()->GetGraph(), "first"), 0});
    return patterns;
  }
  bool MeetRequirements(const std::unique_ptr<MatchResult>& match) override {
    NodeIo first{GNode(), 0};
    int64_t angle = 0;
    EXPECT_EQ(match->GetCapturedTensor(0, first), SUCCESS);
    EXPECT_EQ(first.node.GetAttr("angle", angle), GRAPH_SUCCESS);
    return angle != refused;
  }
  GraphUniqPtr Replacement(const std::unique_ptr<MatchResult>&) override {
    return replacement == nullptr ? nullptr : std::make_unique<Graph>(*replacement);
  }
};

struct Outcome {
  Status status;
  std::string error;
  std::vector<std::string> graph;
};

Outcome RunOn(FusionBasePass& pass, const Graph& graph) {
  CustomPassContext context;
  GraphPtr given = std::make_shared<Graph>(graph);
  const Status status = pass.Run(given, context);
  return {status, opdk::ToText(context.GetErrorMessage()), Texts(*given)};
}

Graph TurnsOf(const std::vector<std::string>& names) {
  op::Data x("x");
  Operator last = x;
  for (const std::string& name : names) last = Turn(name, last);
  return GraphOf({x}, {last});
}

TEST(PatternFusionPass, CapturedNodesStayWhereTheyAreUsedOutside) {
  op::Data x("x");
  const op::FusionTurn first = Turn("first", x), second = Turn("second", first), other = Turn("other", first);
  JoinTurns pass;
  const Outcome used = RunOn(pass, GraphOf({x}, {second, Join("both", other, first)}));
  EXPECT_EQ(used.status, SUCCESS);
  EXPECT_THAT(used.graph, ::testing::UnorderedElementsAre("first = FusionTurn(x)", "second = FusionTurn(x)",
                                                          "other = FusionTurn(x)", "both = FusionJoin(other, first)",
                                                          "-> second", "-> both"));
}

TEST(PatternFusionPass, ReplacesEachMatchAndSkipsRemovedNodes) {
  JoinTurns pass;
  const Outcome four = RunOn(pass, TurnsOf({"a", "b", "c", "d"}));
  EXPECT_EQ(four.status, SUCCESS);
  // b, then c with the new b, then d with the new c.
  EXPECT_THAT(four.graph, ElementsAre("d = FusionTurn(x)", "-> d"));
}

TEST(PatternFusionPass, SaysThatNothingWasChanged) {
  JoinTurns pass;
  EXPECT_EQ(RunOn(pass, TurnsOf({"a"})).status, GRAPH_NOT_CHANGED);
  pass.refused = 90;
  EXPECT_EQ(RunOn(pass, TurnsOf({"a", "b"})).status, GRAPH_NOT_CHANGED);
}

TEST(PatternFusionPass, FailsWhereTheReplacementDoesNotFit) {
  JoinTurns pass;
  op::Data in("in");
  pass.replacement = std::make_unique<Graph>(GraphOf({in}, {Turn("one", in), Turn("two", in)}));
  const Outcome wrong = RunOn(pass, TurnsOf({"a", "b"}));
  EXPECT_EQ(wrong.status, FAILED);
  EXPECT_EQ(wrong.error,
            "a (FusionTurn), b (FusionTurn) can't be replaced: the replacement has 2 outputs, but takes the place of "
            "something with 1");
  pass.replacement = nullptr;
  EXPECT_THAT(RunOn(pass, TurnsOf({"a", "b"})).error, HasSubstr("Replacement() gave no graph for a (FusionTurn)"));
}

TEST(PatternFusionPass, KnowsWhichTypesItNeeds) {
  JoinTurns pass;
  std::vector<std::vector<AscendString>> one_of;
  ASSERT_TRUE(pass.GetNeededTypes(one_of));
  ASSERT_THAT(one_of, SizeIs(1));
  EXPECT_THAT(one_of[0], ElementsAre("FusionTurn", "FusionTurn"));
}

TEST(PatternFusionPass, TakesTimeInProportionToTheGraph) {
  JoinTurns pass;
  std::vector<std::string> names;
  for (int i = 0; i < 10000; ++i) names.push_back("t" + std::to_string(i));
  EXPECT_THAT(RunOn(pass, TurnsOf(names)).graph, ElementsAre("t9999 = FusionTurn(x)", "-> t9999"));
}

// A join becomes turns and a join of other operators.
class SplitHalves : public DecomposePass {
 public:
  using DecomposePass::DecomposePass;

 protected:
  GraphUniqPtr Replacement(const GNode&) override {
    op::Data in("in");
    return std::make_unique<Graph>(GraphOf({in}, {Turn("left", in), Turn("right", in)}));
  }
};

TEST(DecomposePass, ReplacesEachOfItsTypes) {
  op::Data x("x");
  op::FusionHalves halves("halves");
  halves.set_input_x(x);
  op::FusionTurn of_right("of_right");
  of_right.SetInput(0U, halves, 1U);
  SplitHalves pass({"FusionHalves"});
  const Outcome split = RunOn(pass, GraphOf({x}, {halves, of_right}));
  EXPECT_EQ(split.status, SUCCESS) << split.error;
  EXPECT_THAT(split.graph, ::testing::UnorderedElementsAre("halves = FusionTurn(x)", "halves_1 = FusionTurn(x)",
                                                           "of_right = FusionTurn(halves_1)", "-> halves",
                                                           "-> halves_1", "-> of_right"));
  EXPECT_EQ(RunOn(pass, TurnsOf({"a"})).status, GRAPH_NOT_CHANGED);
  EXPECT_EQ(RunOn(pass, GraphOf({x}, {Join("j", x, x)})).status, GRAPH_NOT_CHANGED);
}

}  // namespace
}  // namespace ge::fusion
