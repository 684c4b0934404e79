#include "ge/fusion/graph_rewriter.h"

#include "tests/sdk/api/fusion/operators.h"

namespace ge::fusion {
namespace {

using namespace fusion::testing;  // NOLINT: ge::fusion::testing
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;

SubgraphBoundary Boundary(const Graph& graph, const std::vector<std::pair<const char*, int64_t>>& inputs,
                          const std::vector<std::pair<const char*, int64_t>>& outputs) {
  SubgraphBoundary boundary;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const NodeIo input{NodeIn(graph, inputs[i].first), inputs[i].second};
    EXPECT_EQ(boundary.AddInput(static_cast<int64_t>(i), SubgraphInput({input})), SUCCESS);
  }
  for (size_t i = 0; i < outputs.size(); ++i) {
    const NodeIo output{NodeIn(graph, outputs[i].first), outputs[i].second};
    EXPECT_EQ(boundary.AddOutput(static_cast<int64_t>(i), SubgraphOutput(output)), SUCCESS);
  }
  return boundary;
}

// Returns Replace's reason.
std::string Refusal(const SubgraphBoundary& boundary, const Graph& replacement) {
  CustomPassContext context;
  return SubgraphRewriter::Replace(boundary, replacement, context) == SUCCESS ? "none"
                                                                              : opdk::ToText(context.GetErrorMessage());
}

// x -> a -> b -> c.
struct Chain {
  op::Data x{"x"};
  Operator a = Turn("a", x), b = Turn("b", a), c = Turn("c", b);
  Graph graph = GraphOf({x}, {c});
};

Graph OneTurn() {
  op::Data in("in");
  return GraphOf({in}, {Turn("turn", in, 180)});
}

TEST(SubgraphRewriter, TheReplacementTakesThePlaceAndTheName) {
  Chain chain;
  ASSERT_EQ(SubgraphRewriter::Replace(Boundary(chain.graph, {{"a", 0}}, {{"b", 0}}), OneTurn()), SUCCESS);
  EXPECT_THAT(Texts(chain.graph), ElementsAre("b = FusionTurn(x)", "c = FusionTurn(b)", "-> c"));
  int64_t angle = 0;
  ASSERT_EQ(NodeIn(chain.graph, "b").GetAttr("angle", angle), GRAPH_SUCCESS);
  EXPECT_EQ(angle, 180);
}

TEST(SubgraphRewriter, OtherNewNodesAreNamedAfterThePlace) {
  Chain chain;
  op::Data in("in");
  const Graph replacement = GraphOf({in}, {Join("join", Turn("turn", in), Turn("other", in))});
  ASSERT_EQ(SubgraphRewriter::Replace(Boundary(chain.graph, {{"b", 0}}, {{"b", 0}}), replacement), SUCCESS);
  ASSERT_EQ(SubgraphRewriter::Replace(Boundary(chain.graph, {{"c", 0}}, {{"c", 0}}), replacement), SUCCESS);
  EXPECT_THAT(Texts(chain.graph),
              UnorderedElementsAre("a = FusionTurn(x)", "b/turn = FusionTurn(a)", "b/other = FusionTurn(a)",
                                   "b = FusionJoin(b/turn, b/other)", "c/turn = FusionTurn(b)",
                                   "c/other = FusionTurn(b)", "c = FusionJoin(c/turn, c/other)", "-> c"));
}

TEST(SubgraphRewriter, OutputsOfTheGraphAndInputsPassedOnAreKept) {
  Chain chain;
  op::Data in("in");
  ASSERT_EQ(SubgraphRewriter::Replace(Boundary(chain.graph, {{"b", 0}}, {{"c", 0}}), GraphOf({in}, {in})), SUCCESS);
  EXPECT_THAT(Texts(chain.graph), ElementsAre("a = FusionTurn(x)", "-> a"));
}

TEST(SubgraphRewriter, ControlEdgesAreKept) {
  Chain chain;
  op::Data y("y");
  Operator before = Turn("before", y), after = Turn("after", y);
  chain.b.AddControlInput(before);
  after.AddControlInput(chain.b);
  const Graph graph = GraphOf({chain.x, y}, {chain.c, after});
  ASSERT_EQ(SubgraphRewriter::Replace(Boundary(graph, {{"b", 0}}, {{"b", 0}}), OneTurn()), SUCCESS);
  EXPECT_THAT(Texts(graph),
              UnorderedElementsAre("before = FusionTurn(y)", "a = FusionTurn(x)", "b = FusionTurn(a after before)",
                                   "c = FusionTurn(b)", "after = FusionTurn(y after b)", "-> c", "-> after"));
}

TEST(SubgraphRewriter, AConstantThatOthersUseStays) {
  op::Data x("x");
  const Operator shared = Scalar("shared", 1);
  const Graph graph = GraphOf({x}, {Join("j", x, shared), Join("k", x, shared)});
  ASSERT_EQ(SubgraphRewriter::Replace(Boundary(graph, {{"j", 0}}, {{"j", 0}}), OneTurn()), SUCCESS);
  EXPECT_THAT(Texts(graph), ElementsAre("k = FusionJoin(x, shared)", "j = FusionTurn(x)", "-> j", "-> k"));
}

TEST(SubgraphRewriter, NamesMismatchesOfTheReplacement) {
  const Chain chain;
  const SubgraphBoundary boundary = Boundary(chain.graph, {{"a", 0}}, {{"b", 0}});
  op::Data in("in"), more("more");
  EXPECT_EQ(Refusal(boundary, GraphOf({in}, {Turn("one", in), Turn("two", in)})),
            "the replacement has 2 outputs, but takes the place of something with 1");
  EXPECT_EQ(Refusal(boundary, GraphOf({in, more}, {Join("join", in, more)})),
            "the replacement has 2 inputs (Data), but takes the place of something with 1");
  op::FusionJoin half("half");
  half.set_input_a(in);
  EXPECT_EQ(Refusal(boundary, GraphOf({in}, {half})), "input b of half (FusionJoin) of the replacement isn't linked");
  EXPECT_EQ(Refusal(boundary, Graph()), "the replacement is empty");
  EXPECT_THAT(Texts(chain.graph), ElementsAre("a = FusionTurn(x)", "b = FusionTurn(a)", "c = FusionTurn(b)", "-> c"));
}

TEST(SubgraphRewriter, NamesMismatchesOfTheGraph) {
  const Chain chain;
  EXPECT_THAT(Refusal(Boundary(chain.graph, {}, {{"b", 0}}), OneTurn()), HasSubstr("x (Data) is inside"));
  EXPECT_THAT(Refusal(Boundary(chain.graph, {{"a", 0}}, {}), OneTurn()), HasSubstr("no outputs"));
  EXPECT_THAT(Refusal(Boundary(chain.graph, {{"a", 0}, {"c", 0}}, {{"b", 0}}), OneTurn()),
              HasSubstr("c (FusionTurn), an input of the boundary, isn't inside"));
  const Graph both = GraphOf({chain.x}, {chain.c, Join("user", chain.a, chain.a)});
  EXPECT_THAT(Refusal(Boundary(both, {{"a", 0}}, {{"b", 0}}), OneTurn()),
              HasSubstr("a (FusionTurn) is inside, but user (FusionJoin) outside uses it"));
}

TEST(SubgraphRewriter, ABoundaryOfSomethingReplacedIsRefused) {
  const Chain chain;
  const SubgraphBoundary first = Boundary(chain.graph, {{"a", 0}}, {{"b", 0}});
  const SubgraphBoundary overlapping = Boundary(chain.graph, {{"b", 0}}, {{"c", 0}});
  EXPECT_EQ(Refusal(first, OneTurn()), "none");
  EXPECT_THAT(Refusal(overlapping, OneTurn()), HasSubstr("which isn't linked"));
}

// x -> a -> outside -> b: a and b can't be one operator.
TEST(SubgraphRewriter, AReplacementThatNeedsItsOwnOutputIsRefused) {
  op::Data x("x");
  const Operator a = Turn("a", x), outside = Turn("outside", a), b = Turn("b", outside);
  const Graph graph = GraphOf({x}, {b, Turn("user", a)});
  op::Data p("p"), q("q");
  const Operator join = Join("join", p, q);
  EXPECT_EQ(
      Refusal(Boundary(graph, {{"a", 0}, {"b", 0}}, {{"a", 0}, {"b", 0}}), GraphOf({p, q}, {join, Turn("t", join)})),
      "it would be made from its own output");
}

TEST(SubgraphRewriter, OpenShapesOfAReplacementAreTheReplacedNodesShapes) {
  const Chain chain;
  const TensorDesc desc(Shape({2, 3}), FORMAT_ND, DT_FLOAT16);
  GNode b = NodeIn(chain.graph, "b");
  ASSERT_EQ(b.UpdateOutputDesc(0, desc), GRAPH_SUCCESS);
  ASSERT_EQ(SubgraphRewriter::Replace(Boundary(chain.graph, {{"a", 0}}, {{"b", 0}}), OneTurn()), SUCCESS);
  TensorDesc seen;
  ASSERT_EQ(NodeIn(chain.graph, "c").GetInputDesc(0, seen), GRAPH_SUCCESS);
  EXPECT_EQ(seen.GetShape().GetDims(), (std::vector<int64_t>{2, 3}));
  EXPECT_EQ(seen.GetDataType(), DT_FLOAT16);
}

}  // namespace
}  // namespace ge::fusion
