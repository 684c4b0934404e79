#include "graph_core/engines/ai_core/fusion/group_set.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "graph_core/ir/text.h"
#include "tests/linear_work.h"

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

// One value with many readers, whose results are summed up one by one: each sum and its reader become one group, from
// the last to the first. A way out of a group leads through all sums behind it, a way into it through all before.
TEST(GroupSet, OfManyReadersOfOneValueIsLinear) {
  linear_work::ExpectLinear(2000, [](int64_t readers) {
    std::string text = "graph g {\n  %x = Data {index: 0} : float[2]\n  %s0 = Op(x: %x)\n", sums;
    for (int64_t i = 1; i <= readers; ++i) {
      text += fmt::format("  %r{} = Op(x: %x)\n", i);
      sums += fmt::format("  %s{} = Op(x: [%s{}, %r{}])\n", i, i - 1, i);
    }
    Groups groups((text + sums + fmt::format("  %o = NetOutput(x: [%s{}])\n}}", readers)).c_str());
    return linear_work::WorkOf([&] {
      int behind = -1;
      for (int64_t i = readers; i > 0; --i) {
        const int sum = groups.Add(fmt::format("s{}", i).c_str()), reader = groups.Add(fmt::format("r{}", i).c_str());
        if (behind >= 0) {
          EXPECT_EQ(groups.set.WhyApart(sum, behind), "");
        }
        EXPECT_EQ(groups.set.WhyApart(reader, sum), "");
        groups.set.Merge(sum, reader);
        behind = sum;
      }
    });
  });
}

}  // namespace
}  // namespace opdk
