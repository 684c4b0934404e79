#include "graph_core/ir/graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph_core/ir/graph_edges.h"
#include "graph_core/ir/text.h"

namespace opdk {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

OpDesc MakeOp(const std::string& name, int inputs, int outputs) {
  OpDesc op;
  op.name = name;
  op.type = "Op";
  for (int i = 0; i < inputs; ++i) op.inputs.push_back({"x" + std::to_string(i), -1, {}});
  for (int i = 0; i < outputs; ++i) op.outputs.push_back({"y" + std::to_string(i), -1, {}});
  return op;
}

std::vector<std::string> Names(const std::vector<Node*>& nodes) {
  std::vector<std::string> names;
  for (const Node* node : nodes) names.push_back(node->name());
  return names;
}

TEST(GraphTest, ConnectRecordsTheEdgeAtBothEnds) {
  Graph graph;
  Node* a = graph.AddNode(MakeOp("a", 0, 2));
  Node* b = graph.AddNode(MakeOp("b", 2, 1));
  graph.Connect({a, 1}, b, 0);
  EXPECT_EQ(b->input(0), (Endpoint{a, 1}));
  EXPECT_THAT(a->uses(1), ElementsAre(Use{b, 0}));
  EXPECT_TRUE(a->uses(0).empty());
  EXPECT_TRUE(a->HasUses());
  EXPECT_FALSE(b->HasUses());
  EXPECT_TRUE(graph.Verify().ok());
}

TEST(GraphTest, ConnectingAgainLeavesTheOldProducer) {
  Graph graph;
  Node* a = graph.AddNode(MakeOp("a", 0, 1));
  Node* b = graph.AddNode(MakeOp("b", 0, 1));
  Node* c = graph.AddNode(MakeOp("c", 1, 0));
  graph.Connect({a, 0}, c, 0);
  graph.Connect({b, 0}, c, 0);
  EXPECT_FALSE(a->HasUses());
  EXPECT_THAT(b->uses(0), ElementsAre(Use{c, 0}));
  EXPECT_TRUE(graph.Verify().ok());
}

TEST(GraphTest, ReplaceUsesMovesEveryConsumerInOrder) {
  Graph graph;
  Node* a = graph.AddNode(MakeOp("a", 0, 1));
  Node* b = graph.AddNode(MakeOp("b", 0, 1));
  Node* c = graph.AddNode(MakeOp("c", 2, 0));
  Node* d = graph.AddNode(MakeOp("d", 1, 0));
  graph.Connect({b, 0}, c, 1);
  graph.Connect({a, 0}, c, 0);
  graph.Connect({a, 0}, d, 0);
  graph.ReplaceUses({a, 0}, {b, 0});
  EXPECT_FALSE(a->HasUses());
  EXPECT_THAT(b->uses(0), ElementsAre(Use{c, 1}, Use{c, 0}, Use{d, 0}));
  EXPECT_TRUE(graph.Verify().ok());
  graph.Remove(a);
  EXPECT_EQ(graph.Find("a"), nullptr);
  EXPECT_EQ(graph.size(), 3u);
}

TEST(GraphTest, RemoveTakesDataAndControlEdgesAway) {
  Graph graph;
  Node* a = graph.AddNode(MakeOp("a", 0, 1));
  Node* b = graph.AddNode(MakeOp("b", 1, 1));
  Node* c = graph.AddNode(MakeOp("c", 0, 1));
  graph.Connect({a, 0}, b, 0);
  graph.ConnectControl(a, b);
  graph.ConnectControl(b, c);
  graph.Remove(b);
  EXPECT_FALSE(a->HasUses());
  EXPECT_TRUE(a->control_outputs().empty());
  EXPECT_TRUE(c->control_inputs().empty());
  EXPECT_TRUE(graph.Verify().ok());
}

TEST(GraphTest, TakenNamesGetANumber) {
  Graph graph;
  EXPECT_EQ(graph.AddNode(MakeOp("a", 0, 1))->name(), "a");
  EXPECT_EQ(graph.AddNode(MakeOp("a", 0, 1))->name(), "a_1");
  EXPECT_EQ(graph.AddNode(MakeOp("a", 0, 1))->name(), "a_2");
  EXPECT_EQ(graph.AddNode(MakeOp("", 0, 1))->name(), "Op");
  graph.Rename(graph.Find("a"), "b");
  EXPECT_EQ(graph.Find("a"), nullptr);
  EXPECT_EQ(graph.Find("b")->name(), "b");
  EXPECT_TRUE(graph.Verify().ok());
}

TEST(GraphTest, RearrangedPortsKeepTheirConnections) {
  Graph graph;
  Node* a = graph.AddNode(MakeOp("a", 0, 2));
  Node* b = graph.AddNode(MakeOp("b", 2, 0));
  graph.Connect({a, 0}, b, 0);
  graph.Connect({a, 1}, b, 1);
  const int inputs[] = {1, -1, 0};
  graph.RearrangeInputs(b, {{"x1", 0, {}}, {"new", 1, {}}, {"x0", 2, {}}}, inputs);
  const int outputs[] = {-1, 1, 0};
  graph.RearrangeOutputs(a, {{"new", 0, {}}, {"y1", 1, {}}, {"y0", 2, {}}}, outputs);
  EXPECT_EQ(b->input(0), (Endpoint{a, 1}));
  EXPECT_EQ(b->input(1), Endpoint{});
  EXPECT_EQ(b->input(2), (Endpoint{a, 2}));
  EXPECT_TRUE(graph.Verify().ok());
}

TEST(GraphTest, TopologicalOrderIsStable) {
  Graph graph;
  Node* late = graph.AddNode(MakeOp("late", 1, 0));
  graph.AddNode(MakeOp("free", 0, 0));
  Node* early = graph.AddNode(MakeOp("early", 0, 1));
  Node* waits = graph.AddNode(MakeOp("waits", 0, 0));
  graph.Connect({early, 0}, late, 0);
  graph.ConnectControl(late, waits);
  auto order = graph.TopologicalOrder();
  ASSERT_TRUE(order.ok());
  EXPECT_THAT(Names(*order), ElementsAre("free", "early", "late", "waits"));
}

TEST(GraphTest, TopologicalOrderFollowsEachChange) {
  Graph graph;
  Node* a = graph.AddNode(MakeOp("a", 1, 1));
  Node* b = graph.AddNode(MakeOp("b", 1, 1));
  const auto order = [&] { return Names(*graph.TopologicalOrder()); };
  EXPECT_THAT(order(), ElementsAre("a", "b"));
  graph.Connect({b, 0}, a, 0);
  EXPECT_THAT(order(), ElementsAre("b", "a"));
  Node* c = graph.AddNode(MakeOp("c", 0, 1));
  EXPECT_THAT(order(), ElementsAre("b", "a", "c"));
  graph.ReplaceUses({b, 0}, {c, 0});
  EXPECT_THAT(order(), ElementsAre("b", "c", "a"));
  graph.Disconnect(a, 0);
  EXPECT_THAT(order(), ElementsAre("a", "b", "c"));
  graph.ConnectControl(c, a);
  EXPECT_THAT(order(), ElementsAre("b", "c", "a"));
  graph.DisconnectControl(c, a);
  EXPECT_THAT(order(), ElementsAre("a", "b", "c"));
  graph.Remove(b);
  EXPECT_THAT(order(), ElementsAre("a", "c"));
  Graph other;
  other.AddNode(MakeOp("other", 0, 0));
  ASSERT_TRUE(other.TopologicalOrder().ok());
  other.Adopt(graph, a);
  EXPECT_THAT(order(), ElementsAre("c"));
  EXPECT_THAT(Names(*other.TopologicalOrder()), ElementsAre("other", "a"));
}

TEST(GraphTest, TakenEdgesStandInTheOrderOfTheNodesTheyLeadTo) {
  Graph graph;
  Node* a = graph.AddNode(MakeOp("a", 0, 1));
  Node* b = graph.AddNode(MakeOp("b", 2, 1));
  Node* c = graph.AddNode(MakeOp("c", 1, 0));
  graph.Connect({a, 0}, c, 0);
  graph.Connect({a, 0}, b, 1);
  graph.Connect({a, 0}, b, 0);
  graph.ConnectControl(a, c);
  graph.ConnectControl(b, c);
  const Edges edges = TakeEdges(graph);
  std::vector<Use> to;
  for (const DataEdge& edge : edges.data) to.push_back(edge.to);
  EXPECT_THAT(to, ElementsAre(Use{b, 0}, Use{b, 1}, Use{c, 0}));
  ASSERT_EQ(edges.control.size(), 2U);
  EXPECT_EQ(edges.control[0].from, a);
  EXPECT_EQ(edges.control[1].from, b);
  EXPECT_FALSE(a->HasUses());
  EXPECT_TRUE(a->control_outputs().empty() && c->control_inputs().empty());
}

TEST(GraphTest, CycleNamesItsNodesOnly) {
  auto graph = Parse(R"(graph g {
    %x = Data {index: 0} : float[1]
    %before = Relu(x: %x) : float[1]
    %a = Add(x1: %before, x2: %c) : float[1]
    %b = Relu(x: %a) : float[1]
    %c = Relu(x: %b) : float[1]
    %after = Relu(x: %c) : float[1]
  })");
  ASSERT_TRUE(graph.ok()) << graph.status().ToString();
  Status status = graph->TopologicalOrder().status();
  EXPECT_EQ(status.code(), ErrorCode::kGraphCycle);
  EXPECT_THAT(status.message(), HasSubstr("a -> b -> c -> a"));
  EXPECT_EQ(graph->Verify().code(), ErrorCode::kGraphCycle);
}

TEST(GraphTest, ControlEdgesCanCloseACycle) {
  Graph graph;
  Node* a = graph.AddNode(MakeOp("a", 0, 1));
  Node* b = graph.AddNode(MakeOp("b", 1, 0));
  graph.Connect({a, 0}, b, 0);
  graph.ConnectControl(b, a);
  EXPECT_THAT(graph.TopologicalOrder().status().message(), HasSubstr("a -> b -> a"));
}

TEST(GraphTest, CloneIsDeepAndKeepsTheOrderOfUses) {
  auto graph = Parse(R"(graph g {
    %x = Data {index: 0} : float[1]
    %f = FusedOp(x: [%x]) : y: [float[1]] body inner {
      %p = Data {index: 0} : float[1]
      %o = NetOutput(x: [%p])
    }
    %a = Add(x1: %f, x2: %f) : float[1]
    %o = NetOutput(x: [%a])
  })");
  ASSERT_TRUE(graph.ok()) << graph.status().ToString();
  std::unique_ptr<Graph> copy = graph->Clone();
  EXPECT_EQ(Print(*copy), Print(*graph));
  EXPECT_TRUE(copy->Verify().ok());
  copy->Remove(copy->Find("o"));
  copy->Find("f")->body()->set_name("changed");
  EXPECT_NE(graph->Find("o"), nullptr);
  EXPECT_EQ(graph->Find("f")->body()->name(), "inner");
}

TEST(GraphTest, MovedGraphOwnsItsNodes) {
  Graph graph("first");
  Node* a = graph.AddNode(MakeOp("a", 0, 1));
  Graph other(std::move(graph));
  EXPECT_EQ(&a->graph(), &other);
  Graph third;
  third = std::move(other);
  EXPECT_EQ(&a->graph(), &third);
  EXPECT_EQ(third.Find("a"), a);
  EXPECT_TRUE(third.Verify().ok());
}

TEST(GraphTest, AdoptedNodeKeepsItsAddress) {
  Graph from;
  Graph to;
  Node* a = from.AddNode(MakeOp("a", 0, 1));
  from.AddNode(MakeOp("b", 0, 1));
  to.AddNode(MakeOp("a", 0, 1));
  EXPECT_EQ(to.Adopt(from, a), a);
  EXPECT_EQ(a->name(), "a_1");
  EXPECT_EQ(from.size(), 1u);
  EXPECT_EQ(from.Find("a"), nullptr);
  EXPECT_EQ(to.Find("a_1"), a);
  EXPECT_TRUE(to.Verify().ok());
  EXPECT_TRUE(from.Verify().ok());
}

// The graph keeps both ends of an edge; here one end is damaged.
TEST(GraphTest, VerifyFindsAUseThatBelongsToAnotherEdge) {
  auto graph = Parse(
      "graph g { %a = Data {index: 0} : float[1] %b = Data {index: 1} : float[1] %c = Relu(x: %a) : float[1] "
      "%d = Relu(x: %b) : float[1] %e = Relu(x: %b) : float[1] %o = NetOutput(x: [%c, %d, %e]) }");
  ASSERT_TRUE(graph.ok() && graph->Verify().ok());
  // Relu e is the second use of b: as the second one of a only its producer is wrong.
  const_cast<std::vector<Use>&>(graph->Find("a")->uses(0)).push_back({graph->Find("e"), 0});
  EXPECT_THAT(graph->Verify().message(), HasSubstr("output 0 is recorded as used by e, which takes something else"));
}

struct BrokenGraph {
  const char* text;
  const char* message;
};

class VerifyTest : public ::testing::TestWithParam<BrokenGraph> {};

TEST_P(VerifyTest, RefusesABrokenGraph) {
  auto graph = Parse(GetParam().text);
  ASSERT_TRUE(graph.ok()) << graph.status().ToString();
  Status status = graph->Verify();
  EXPECT_EQ(status.code(), ErrorCode::kGraphInvalid);
  EXPECT_THAT(status.message(), HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Structure, VerifyTest,
    ::testing::Values(
        BrokenGraph{"graph g { %a = Data {index: 1} : float[1] }", "must count 0..0; here it is 1"},
        BrokenGraph{"graph g { %a = Data {index: 0} : float[1] %b = Data {index: 0} : float[1] }", "here it is 0"},
        BrokenGraph{"graph g { %a = Data : float[1] }", "here it is missing"},
        BrokenGraph{"graph g { %a = Const : float[1] }", "attribute \"value\""},
        BrokenGraph{"graph g { %o = NetOutput(x: [_]) }", "graph output 0 is not connected"},
        BrokenGraph{"graph g { %o = NetOutput %p = NetOutput }", "2 NetOutput nodes"},
        BrokenGraph{"graph g { %f = FusedOp : float[1] }", "a FusedOp has a body"},
        BrokenGraph{"graph g { %f = FusedOp : float[1] body b { } }", "1 outputs, but its body's NetOutput has 0"}));

}  // namespace
}  // namespace opdk
