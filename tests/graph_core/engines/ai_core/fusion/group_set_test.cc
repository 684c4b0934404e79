#include "graph_core/engines/ai_core/fusion/group_set.h"

#include <gtest/gtest.h>

#include <string>

#include "graph_core/ir/text.h"

namespace opdk {
namespace {

struct Groups {
  explicit Groups(const char* text) : graph(*Parse(text)), order(*graph.TopologicalOrder()), set(order) {}
  int Add(const char* name) { return set.Add(graph.Find(name)); }

  Graph graph;
  std::vector<Node*> order;
  GroupSet set;
};

constexpr const char* kDiamond = R"(
graph g {
  %x = Data {index: 0} : float[2]
  %a = Op(x: %x)
  %b = Op(x: %a)
  %c = Op(x: [%a, %b])
  %o = NetOutput(x: [%c])
})";

TEST(GroupSet, APathThroughAnotherNodeLiesBetween) {
  Groups groups(kDiamond);
  int a = groups.Add("a"), c = groups.Add("c");
  EXPECT_EQ(groups.set.WhyApart(a, c), "the way between them leads through b");
  int b = groups.Add("b");
  EXPECT_EQ(groups.set.WhyApart(a, b), "");
  groups.set.Merge(a, b);
  EXPECT_EQ(groups.set.WhyApart(a, c), "");
}

TEST(GroupSet, MembersStandInTheOrderOfTheGraph) {
  Groups groups(kDiamond);
  int c = groups.Add("c"), a = groups.Add("a");
  groups.set.Merge(c, a);
  ASSERT_EQ(groups.set.Members(c).size(), 2u);
  EXPECT_EQ(groups.set.Members(c)[0]->name(), "a");
  EXPECT_TRUE(groups.set.Members(a).empty());
  groups.set.Remove(groups.graph.Find("a"));
  EXPECT_EQ(groups.set.Of(groups.graph.Find("a")), -1);
  EXPECT_EQ(groups.set.Members(c).size(), 1u);
}

// a -> b and c -> d could each be joined crosswise, but not both: {a, d} would wait for {b, c}, and that for {a, d}.
TEST(GroupSet, AGroupOnTheWayCountsAsOneNode) {
  Groups groups(R"(
graph g {
  %x = Data {index: 0} : float[2]
  %a = Op(x: %x)
  %b = Op(x: %a)
  %c = Op(x: %x)
  %d = Op(x: %c)
  %o = NetOutput(x: [%b, %d])
})");
  int a = groups.Add("a"), b = groups.Add("b"), c = groups.Add("c"), d = groups.Add("d");
  EXPECT_EQ(groups.set.WhyApart(a, d), "");
  groups.set.Merge(b, c);
  EXPECT_NE(groups.set.WhyApart(a, d), "");
}

TEST(GroupSet, ControlEdgesArePathsToo) {
  Groups groups(R"(
graph g {
  %x = Data {index: 0} : float[2]
  %a = Op(x: %x)
  %b = Op(x: %x)
  %c = Op(x: %x)
  %o = NetOutput(x: [%a, %b, %c])
})");
  groups.graph.ConnectControl(groups.graph.Find("a"), groups.graph.Find("b"));
  groups.graph.ConnectControl(groups.graph.Find("b"), groups.graph.Find("c"));
  int a = groups.Add("a"), c = groups.Add("c");
  EXPECT_NE(groups.set.WhyApart(a, c), "");
}

}  // namespace
}  // namespace opdk
