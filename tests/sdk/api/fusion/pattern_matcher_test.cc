#include "ge/fusion/pattern_matcher.h"

#include <chrono>

#include "tests/sdk/api/fusion/operators.h"

namespace ge::fusion {
namespace {

using namespace fusion::testing;  // NOLINT: ge::fusion::testing
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// Makes the pattern Turn(Turn(x)).
std::unique_ptr<Pattern> TwoTurns() {
  op::Data x("x");
  return PatternOf({x}, {Turn("second", Turn("first", x))});
}

TEST(PatternMatcher, FindsOverlappingPlacesInTopologicalOrder) {
  op::Data x("x");
  const Operator a = Turn("a", x), b = Turn("b", a), c = Turn("c", b);
  EXPECT_THAT(Matches(TwoTurns(), GraphOf({x}, {c})),
              ElementsAre("a (FusionTurn), b (FusionTurn)", "b (FusionTurn), c (FusionTurn)"));
}

TEST(PatternMatcher, FindsNothingWhereAnotherOperatorOrOutputStands) {
  op::Data x("x");
  EXPECT_THAT(Matches(TwoTurns(), GraphOf({x}, {Turn("b", Join("a", x, x))})), IsEmpty());
  op::FusionHalves halves("halves");
  halves.set_input_x(x);
  op::FusionTurn of_right("of_right");
  of_right.SetInput(0U, halves, 1U);
  op::FusionHalves any("any");
  any.set_input_x(x);
  EXPECT_THAT(Matches(PatternOf({x}, {Turn("of_left", any)}), GraphOf({x}, {of_right})), IsEmpty());
}

TEST(PatternMatcher, FindsNothingWhereAnInnerNodeHasOtherUsers) {
  op::Data x("x");
  const Operator a = Turn("a", x), b = Turn("b", a);
  EXPECT_THAT(Matches(TwoTurns(), GraphOf({x}, {b, Join("user", a, x)})), IsEmpty());
  EXPECT_THAT(Matches(TwoTurns(), GraphOf({x}, {b, a})), IsEmpty()) << "the graph gives it out";
}

TEST(PatternMatcher, AMatchMayHaveSeveralUsers) {
  op::Data x("x");
  const Operator b = Turn("b", Turn("a", x));
  EXPECT_THAT(Matches(TwoTurns(), GraphOf({x}, {b, Join("user", b, b)})), SizeIs(1));
}

TEST(PatternMatcher, InputsAreNotExchanged) {
  op::Data x("x"), y("y");
  const auto pattern = [] {
    op::Data p("p"), q("q");
    return PatternOf({p, q}, {Join("join", Turn("turn", p), q)});
  };
  EXPECT_THAT(Matches(pattern(), GraphOf({x, y}, {Join("j", Turn("t", x), y)})), SizeIs(1));
  EXPECT_THAT(Matches(pattern(), GraphOf({x, y}, {Join("j", y, Turn("t", x))})), IsEmpty());
}

TEST(PatternMatcher, AnInputIsLinkedWhereThePatternsIs) {
  op::Data x("x"), y("y"), z("z");
  op::FusionJoin with_optional = Join("j", x, y);
  with_optional.set_input_c(z);
  const auto pattern = [] {
    op::Data p("p"), q("q");
    return PatternOf({p, q}, {Join("join", p, q)});
  };
  EXPECT_THAT(Matches(pattern(), GraphOf({x, y, z}, {with_optional})), IsEmpty());
  EXPECT_THAT(Matches(pattern(), GraphOf({x, y}, {Join("k", x, y)})), SizeIs(1));
}

TEST(PatternMatcher, OneDataIsOneTensorAndTwoOperatorsAreTwo) {
  op::Data p("p"), q("q"), x("x"), y("y");
  EXPECT_THAT(Matches(PatternOf({p}, {Join("join", p, p)}), GraphOf({x, y}, {Join("j", x, y)})), IsEmpty());
  EXPECT_THAT(Matches(PatternOf({p, q}, {Join("join", p, q)}), GraphOf({x}, {Join("j", x, x)})), SizeIs(1));
  const Operator turn = Turn("t", x);
  EXPECT_THAT(
      Matches(PatternOf({p, q}, {Join("join", Turn("one", p), Turn("two", q))}), GraphOf({x}, {Join("j", turn, turn)})),
      IsEmpty());
}

TEST(PatternMatcher, ValuesOfConstantsCountWhereThatIsAsked) {
  const auto pattern = [](float value) {
    op::Data p("p");
    return PatternOf({p}, {Join("join", p, Scalar("c", value))});
  };
  op::Data x("x"), y("y");
  const Graph graph = GraphOf({x}, {Join("j", x, Scalar("k", 2))});
  EXPECT_THAT(Matches(pattern(3), graph), SizeIs(1));
  EXPECT_THAT(Matches(pattern(3), graph, PatternMatcherConfigBuilder().EnableConstValueMatch().Build()), IsEmpty());
  EXPECT_THAT(Matches(pattern(2), graph, PatternMatcherConfigBuilder().EnableConstValueMatch().Build()), SizeIs(1));
  EXPECT_THAT(Matches(pattern(3), GraphOf({y}, {Join("j", y, y)})), IsEmpty()) << "y is no constant";
}

TEST(PatternMatcher, AConstantMayHaveOtherUsers) {
  op::Data p("p"), x("x");
  const Operator shared = Scalar("shared", 1);
  EXPECT_THAT(Matches(PatternOf({p}, {Join("join", Turn("turn", p), Scalar("c", 1))}),
                      GraphOf({x}, {Join("j", Turn("t", x), shared), Join("k", x, shared)})),
              SizeIs(1));
}

TEST(PatternMatcher, AttributesCountWhereThatIsAsked) {
  const auto pattern = [](int64_t angle) {
    op::Data p("p");
    return PatternOf({p}, {Turn("turn", p, angle)});
  };
  op::Data x("x");
  const Graph graph = GraphOf({x}, {Turn("t", x, 45)});
  EXPECT_THAT(Matches(pattern(90), graph), SizeIs(1));
  EXPECT_THAT(Matches(pattern(90), graph, PatternMatcherConfigBuilder().EnableIrAttrMatch().Build()), IsEmpty());
  EXPECT_THAT(Matches(pattern(45), graph, PatternMatcherConfigBuilder().EnableIrAttrMatch().Build()), SizeIs(1));
}

// Makes a pattern that turns the left and the right output of halves.
std::unique_ptr<Pattern> TwoOutputs() {
  op::Data p("p");
  op::FusionHalves halves("halves");
  halves.set_input_x(p);
  op::FusionTurn left("left"), right("right");
  left.SetInput(0U, halves, 0U);
  right.SetInput(0U, halves, 1U);
  return PatternOf({p}, {left, right});
}

TEST(PatternMatcher, FindsFurtherOutputsForwardsTryingEachUser) {
  op::Data x("x");
  op::FusionHalves halves("h");
  halves.set_input_x(x);
  op::FusionTurn left("l"), right("r");
  op::FusionJoin other("other");
  left.SetInput(0U, halves, 0U);
  right.SetInput(0U, halves, 1U);
  EXPECT_THAT(Matches(TwoOutputs(), GraphOf({x}, {left, right})), SizeIs(1));
  other.SetInput(0U, halves, 1U);
  other.SetInput(1U, x, 0U);
  EXPECT_THAT(Matches(TwoOutputs(), GraphOf({x}, {left, right, other})), IsEmpty()) << "right has another user";
  EXPECT_THAT(Matches(TwoOutputs(), GraphOf({x}, {left})), IsEmpty());
}

TEST(PatternMatcher, OutputsMayShareNoMoreThanAnInput) {
  op::Data p("p"), x("x");
  const auto matches =
      Matches(PatternOf({p}, {Turn("one", p), Turn("two", p)}), GraphOf({x}, {Turn("a", x), Turn("b", x)}));
  EXPECT_THAT(matches, SizeIs(2)) << "from each of them";
}

TEST(MatchResult, GivesCapturedTensorsAndTheBoundary) {
  op::Data p("p"), q("q"), x("x"), y("y");
  auto pattern = PatternOf({p, q}, {Join("join", Turn("turn", p), q)});
  pattern->CaptureTensor({NodeIn(pattern->GetGraph(), "turn"), 0});
  pattern->CaptureTensor({NodeIn(pattern->GetGraph(), "q"), 0});
  op::FusionHalves halves("halves");
  halves.set_input_x(y);
  op::FusionJoin join("j");
  join.SetInput(0U, Turn("t", x), 0U);
  join.SetInput(1U, halves, 1U);
  const auto graph = std::make_shared<Graph>(GraphOf({x, y}, {join}));
  PatternMatcher matcher(std::move(pattern), graph);
  const auto match = matcher.MatchNext();
  ASSERT_NE(match, nullptr);
  NodeIo captured{GNode(), 0};
  ASSERT_EQ(match->GetCapturedTensor(0, captured), SUCCESS);
  EXPECT_EQ(Name(captured.node), "t");
  ASSERT_EQ(match->GetCapturedTensor(1, captured), SUCCESS);
  EXPECT_EQ(Name(captured.node), "halves");
  EXPECT_EQ(captured.index, 1);
  EXPECT_NE(match->GetCapturedTensor(2, captured), SUCCESS);
  EXPECT_THAT(match->GetMatchedNodes(), SizeIs(2));

  const auto boundary = match->ToSubgraphBoundary();
  SubgraphInput second;
  ASSERT_EQ(boundary->GetInput(1, second), SUCCESS);
  ASSERT_THAT(second.GetAllInputs(), SizeIs(1));
  EXPECT_EQ(Name(second.GetAllInputs()[0].node), "j");
  EXPECT_EQ(second.GetAllInputs()[0].index, 1);
  EXPECT_NE(boundary->GetInput(2, second), SUCCESS);
}

TEST(PatternMatcher, RefusesInvalidPatterns) {
  op::Data x("x"), p("p"), q("q");
  const Graph graph = GraphOf({x}, {Turn("t", x)});
  Operator turn = Turn("turn", p);
  turn.AddControlInput(Turn("before", p));
  EXPECT_THAT(Matches(PatternOf({p}, {turn}), graph), IsEmpty()) << "a control edge";
  EXPECT_THAT(Matches(PatternOf({p, q}, {Turn("one", p), Turn("two", q)}), graph), IsEmpty()) << "two parts";
  EXPECT_THAT(Matches(PatternOf({p}, {p}), graph), IsEmpty()) << "nothing to look for";
  EXPECT_THAT(Matches(nullptr, graph), IsEmpty());
}

// Seconds that looking at all of a chain takes, the best of a few tries.
double SecondsOf(int operators) {
  op::Data x("x");
  Operator last = x;
  for (int i = 0; i < operators; ++i) last = Turn("t" + std::to_string(i), last);
  const Graph graph = GraphOf({x}, {last});
  double best = 1e9;
  for (int i = 0; i < 5; ++i) {
    const auto start = std::chrono::steady_clock::now();
    EXPECT_THAT(Matches(TwoTurns(), graph), SizeIs(operators - 1));
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  return best;
}

TEST(PatternMatcher, TakesTimeInProportionToTheGraph) {
  const double small = SecondsOf(1000), large = SecondsOf(10000);
  EXPECT_LT(large, small * 60) << "ten times as many: " << small << " and " << large << " s";
}

}  // namespace
}  // namespace ge::fusion
