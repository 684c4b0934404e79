#include "graph_core/engines/ai_core/fusion/group_plans.h"

#include <gtest/gtest.h>

#include <vector>

#include "graph_core/ir/text.h"
#include "tests/graph_core/builtin_packages.h"

namespace opdk {
namespace {

struct Planned {
  explicit Planned(const char* text) : graph(*Parse(text)), plans(context) {
    context.packages = BuiltinPackages().get();
    for (Node* node : graph.nodes()) node->placement().package = "opdk_builtin";
  }

  // Returns the plan of the group, producers first.
  SharedPlan Of(const std::vector<const char*>& names) {
    std::vector<Node*> nodes;
    nodes.reserve(names.size());
    for (const char* name : names) nodes.push_back(graph.Find(name));
    const GroupPlans::Answer answer = plans.Of(nodes);
    OPDK_CHECK(answer.plan.ok(), answer.plan.status().ToString());
    return *answer.plan;
  }

  Graph graph;
  PassContext context;
  GroupPlans plans;
};

TEST(GroupPlans, GroupsThatDifferInArgumentsOfTheirKernelsShareAPlan) {
  Planned planned(R"(
graph g {
  %x = Data {index: 0} : float[4]
  %a = LeakyRelu(x: %x) {negative_slope: 0.25} : y: float[4]
  %b = Tanh(x: %a) : y: float[4]
  %c = LeakyRelu(x: %x) {negative_slope: 0.75} : y: float[4]
  %d = Tanh(x: %c) : y: float[4]
  %e = LeakyRelu(x: %x) {negative_slope: 0.5} : y: float[4]
  %f = Neg(x: %e) : y: float[4]
  %o = NetOutput(x: [%b, %d, %f])
})");
  const SharedPlan plan = planned.Of({"a", "b"});
  EXPECT_EQ(planned.Of({"c", "d"}).get(), plan.get());
  EXPECT_NE(planned.Of({"e", "f"}).get(), plan.get());
}

TEST(GroupPlans, GroupsOfOtherExtentsOrOtherReadersHaveTheirOwnPlans) {
  Planned planned(R"(
graph g {
  %x = Data {index: 0} : float[4]
  %z = Data {index: 1} : float[5]
  %a = Relu(x: %x) : y: float[4]
  %b = Tanh(x: %a) : y: float[4]
  %c = Relu(x: %z) : y: float[5]
  %d = Tanh(x: %c) : y: float[5]
  %e = Relu(x: %x) : y: float[4]
  %f = Tanh(x: %e) : y: float[4]
  %o = NetOutput(x: [%b, %d, %e, %f])
})");
  const SharedPlan plan = planned.Of({"a", "b"});
  EXPECT_NE(planned.Of({"c", "d"}).get(), plan.get());
  EXPECT_NE(planned.Of({"e", "f"}).get(), plan.get());
}

}  // namespace
}  // namespace opdk
