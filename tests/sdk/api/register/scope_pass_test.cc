// The classes of scope fusion passes by themselves, as a project's own unit tests use them, and a pass's way through a
// graph: tests/plugins/tensorflow/scope_fusion.yaml has whole models.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "register/scope/scope_fusion_pass_register.h"

namespace ge {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using testing::UnorderedElementsAre;

std::string LastNameOf(const std::string& name) {
  Scope scope;
  EXPECT_EQ(scope.Init(name), SUCCESS);
  return scope.LastName();
}

TEST(ScopeClasses, TheLastNameHasNotTheNumberThatTensorFlowGave) {
  EXPECT_EQ(LastNameOf("net/conv/"), "conv");
  EXPECT_EQ(LastNameOf("net/conv_12/"), "conv");
  EXPECT_EQ(LastNameOf("conv_1/"), "conv");
  EXPECT_EQ(LastNameOf("net/conv_0/"), "conv_0");
  EXPECT_EQ(LastNameOf("net/conv_1x/"), "conv_1x");
  EXPECT_EQ(LastNameOf("net/conv_/"), "conv_");
  EXPECT_EQ(LastNameOf("root"), "root");
}

TEST(ScopeClasses, InnerNodesAreCalledAfterTheFusedScope) {
  FusionScopesResult result;
  result.SetName("net/block/");
  FusionScopesResult::InnerNodeInfo* node = result.AddInnerNode("a", "Muls");
  node->InsertInput(kInputFromFusionScope, 0).InsertInput("b", 1).InsertOutput("c", 2);
  node->InsertOutput(kOutputToFusionScope, 0);
  EXPECT_EQ(node->GetName(), "net/block/a");
  EXPECT_THAT(node->GetInputs(), ElementsAre(Pair(kInputFromFusionScope, 0), Pair("net/block/b", 1)));
  EXPECT_THAT(node->GetOutputs(), ElementsAre(Pair("net/block/c", 2), Pair(kOutputToFusionScope, 0)));
  EXPECT_EQ(node->MutableOperator(), nullptr);
  EXPECT_EQ(result.MutableInnerNode(1), nullptr);
  EXPECT_EQ(result.MutableRecentInnerNode(), node);
}

TEST(ScopeClasses, InnerNodesHaveTheInputsAndOutputsOfTheScope) {
  FusionScopesResult result;
  result.InsertInputs("mul", {0, kFusionDisableIndex});
  result.InsertOutputs("mul", {0});
  FusionScopesResult::InnerNodeInfo* node = result.AddInnerNode("a", "Muls");
  EXPECT_EQ(result.CheckInnerNodesInfo(), GRAPH_PARAM_INVALID);
  node->InsertInput(kInputFromFusionScope, 0).InsertOutput(kOutputToFusionScope, 0);
  EXPECT_EQ(result.CheckInnerNodesInfo(), GRAPH_SUCCESS);
  result.AddInnerNode("a", "Adds");
  EXPECT_EQ(result.CheckInnerNodesInfo(), GRAPH_PARAM_INVALID);
}

// Nodes by name and type.
class Nodes : public opdk::ScopeGraphSource {
 public:
  explicit Nodes(std::vector<std::pair<std::string, std::string>> nodes) : nodes_(std::move(nodes)) {}
  size_t NodeCount() const override { return nodes_.size(); }
  AscendString NodeName(size_t node) const override { return nodes_[node].first.c_str(); }
  AscendString NodeType(size_t node) const override { return nodes_[node].second.c_str(); }
  OperatorPtr NodeOperator(size_t node) override {
    ++asked;
    return std::make_shared<Operator>(nodes_[node].first, nodes_[node].second);
  }
  int asked = 0;

 private:
  std::vector<std::pair<std::string, std::string>> nodes_;
};

// Finds scopes by one pattern and notes what it saw.
struct Seen {
  std::vector<ScopePattern*> patterns;
  std::vector<std::string> scopes, matched, nodes;
};
Seen* g_seen = nullptr;

class Looking : public ScopeBasePass {
 protected:
  std::vector<ScopeFusionPatterns> DefinePatterns() override {
    ScopeFusionPatterns batches;
    for (ScopePattern* pattern : g_seen->patterns) batches.push_back({pattern});
    return {batches};
  }
  std::string PassName() override { return "Looking"; }
  Status LastMatchScopesAndOPs(std::shared_ptr<ScopeGraph>& graph, std::vector<ScopesResult>&) override {
    for (const Scope* scope : graph->GetScopeTree()->GetAllScopes()) {
      g_seen->scopes.push_back(scope->Name());
      if (scope->SubType().empty()) continue;
      g_seen->matched.push_back(scope->Name() + " " + scope->SubType());
      for (const auto& node : scope->AllNodesMap()) g_seen->nodes.push_back(node.first);
    }
    return FAILED;
  }
  void GenerateFusionResult(const std::vector<Scope*>&, FusionScopesResult*) override {}
};

Seen Look(Nodes& nodes, std::vector<ScopePattern*> patterns) {
  Seen seen{std::move(patterns), {}, {}, {}};
  g_seen = &seen;
  opdk::ScopeFusionAnswer answer;
  ScopePassRun::Run([]() -> ScopeBasePass* { return new Looking; }, nodes, answer);
  EXPECT_THAT(answer.results, IsEmpty());
  return seen;
}

ScopePattern* Pattern(const char* sub_type) {
  ScopePattern* pattern = new ScopePattern();
  pattern->SetSubType(sub_type);
  return pattern;
}

TEST(ScopePassRun, ScopesComeFromNamesAndHaveTheirNodes) {
  Nodes nodes({{"x", "Placeholder"}, {"a/b/mul", "Mul"}, {"a/add", "Add"}, {"c//mul", "Mul"}, {"a", "Neg"}});
  const Seen seen = Look(nodes, {&Pattern("muls")->AddNodeOpTypeFeature(NodeOpTypeFeature("Add", 1))});
  EXPECT_THAT(seen.scopes, ElementsAre("root", "a/", "a/b/", "c/"));
  EXPECT_THAT(seen.matched, ElementsAre("a/ muls"));
  EXPECT_THAT(seen.nodes, UnorderedElementsAre("a/b/mul", "a/add"));
  EXPECT_EQ(nodes.asked, 2);
}

TEST(ScopePassRun, OutermostScopesMatchAndNothingInThem) {
  Nodes nodes({{"a/b/mul", "Mul"}, {"c/d/mul", "Mul"}, {"c/add", "Add"}});
  const Seen seen = Look(nodes, {&Pattern("muls")
                                      ->AddNodeOpTypeFeature(NodeOpTypeFeature("Mul", 1))
                                      .AddNodeOpTypeFeature(NodeOpTypeFeature("Add", -1))});
  EXPECT_THAT(seen.matched, ElementsAre("a/ muls", "c/d/ muls"));
  EXPECT_EQ(nodes.asked, 2);
}

TEST(ScopePassRun, CountsLeaveTheRemainderOfAStep) {
  Nodes nodes({{"a/m1", "Mul"}, {"a/m2", "Mul"}, {"a/m3", "Mul"}, {"b/m1", "Mul"}, {"b/m2", "Mul"}, {"c/x", "Add"}});
  EXPECT_THAT(Look(nodes, {&Pattern("odd")->AddNodeOpTypeFeature(NodeOpTypeFeature("Mul", 1, 2))}).matched,
              ElementsAre("a/ odd"));
  EXPECT_THAT(Look(nodes, {&Pattern("even")->AddNodeOpTypeFeature(NodeOpTypeFeature("Mul", 0, 2))}).matched,
              ElementsAre("b/ even"));
  EXPECT_EQ(nodes.asked, 5);
}

TEST(ScopePassRun, ScopesOfEarlierBatchesCountOnlyInsideTheLastBatchsScopes) {
  Nodes nodes({{"net/outer/in/mul", "Mul"}, {"net/outer/in_1/mul", "Mul"}, {"other/in/mul", "Mul"}});
  const auto inner = [] {
    return &Pattern("in")->AddNodeOpTypeFeature(NodeOpTypeFeature("Mul", 1)).AddScopeFeature(ScopeFeature("", 0, "in"));
  };
  const Seen two = Look(nodes, {inner(), &Pattern("outer")->AddScopeFeature(ScopeFeature("in", 2, "outer"))});
  EXPECT_THAT(two.matched, ElementsAre("net/outer/ outer", "net/outer/in/ in", "net/outer/in_1/ in"));
  const Seen three = Look(nodes, {inner(), &Pattern("outer")->AddScopeFeature(ScopeFeature("in", 3, "outer"))});
  EXPECT_THAT(three.scopes, IsEmpty());
  const Seen any = Look(nodes, {inner(), &Pattern("outer")->AddScopeFeature(ScopeFeature("in", 3, "", "in", 1))});
  EXPECT_THAT(any.matched,
              ElementsAre("net/ outer", "net/outer/in/ in", "net/outer/in_1/ in", "other/ outer", "other/in/ in"));
}

TEST(ScopePassRun, APatternMayStandInSeveralBatchesAndOneMayBeNull) {
  Nodes nodes({{"x", "Placeholder"}, {"a/mul", "Mul"}});
  ScopePattern* pattern = &Pattern("mul")->AddNodeOpTypeFeature(NodeOpTypeFeature("Mul", 1));
  EXPECT_THAT(Look(nodes, {pattern, pattern}).matched, ElementsAre("a/ mul"));
  EXPECT_THAT(Look(nodes, {nullptr}).scopes, IsEmpty());
}

TEST(ScopePassRun, AScopeThatAFunctionReturnsFromMatchesNothing) {
  Nodes nodes({{"a/mul", "Mul"}, {"a/out", "_Retval"}});
  EXPECT_THAT(Look(nodes, {&Pattern("mul")->AddNodeOpTypeFeature(NodeOpTypeFeature("Mul", 1))}).scopes, IsEmpty());
}

}  // namespace
}  // namespace ge
