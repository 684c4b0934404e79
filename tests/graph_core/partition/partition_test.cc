#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "graph_core/preparation/passes.h"
#include "tests/graph_core/ir/random_graph.h"
#include "tests/graph_core/pass_cases.h"

namespace opdk {
namespace {

using ::testing::HasSubstr;

// Takes the nodes whose attribute "on" names it.
class NamedEngine : public Engine {
 public:
  NamedEngine(std::string name, int cost) : name_(std::move(name)), cost_(cost) {
    package_.name = "fake";
    provider_.package = &package_;
  }
  std::string_view name() const override { return name_; }
  int cost() const override { return cost_; }
  Result<const OperatorProvider*> CheckSupported(const Node& node, const PackageRegistry&) const override {
    const auto* on = node.op().GetAttr<std::vector<std::string>>("on");
    if (on != nullptr && std::find(on->begin(), on->end(), name_) != on->end()) return &provider_;
    return Status(ErrorCode::kNoEngine, name_ + " has no kernel of " + node.type());
  }
  Status OptimizeSubgraph(Graph&, const PassContext&) override { return {}; }
  Result<std::vector<std::shared_ptr<const KernelImage>>> CompileKernels(
      std::span<Node* const>, const PackageRegistry&, const std::function<void(int, int)>&) override {
    return Status(ErrorCode::kCompile, "nothing to build");
  }
  Result<std::shared_ptr<const LoadedKernel>> LoadKernel(const Node&, const std::shared_ptr<const KernelImage>&,
                                                         std::vector<PackedConstant>, const PackageRegistry&) override {
    return Status(ErrorCode::kCompile, "nothing to build");
  }

 private:
  std::string name_;
  int cost_;
  Package package_;
  OperatorProvider provider_;
};

PassContext ContextOf() {
  static NamedEngine fast("fast", 1);
  static NamedEngine slow("slow", 3);
  PassContext context;
  context.packages = &tests::PassOperators();
  context.engines = {&fast, &slow};
  return context;
}

std::string SortedLines(const std::string& text) {
  std::stringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  std::sort(lines.begin(), lines.end());
  std::string sorted;
  for (const std::string& line : lines) sorted += line + "\n";
  return sorted;
}

std::string PartsText(const PartitionedGraph& parts) {
  std::string text;
  for (const EngineSubgraph& part : parts.subgraphs) text += Print(part.graph);
  return text;
}

class PartitionCaseTest : public ::testing::TestWithParam<std::string> {};

// graph --- its subgraphs; the merge must give the graph back. With a line "run:" a case of passes (pass_cases.h).
TEST_P(PartitionCaseTest, CutsAndMerges) {
  std::string text = tests::ReadFile(GetParam());
  if (text.find("\nrun: ") != std::string::npos) return tests::RunCase(GetParam(), tests::CaseContext());
  size_t split = text.find("\n---\n");
  ASSERT_NE(split, std::string::npos);
  auto graph = Parse(text.substr(0, split + 1), GetParam());
  ASSERT_TRUE(graph.ok()) << graph.status().ToString();
  Status placed = PlaceGraph(*graph, ContextOf());
  ASSERT_TRUE(placed.ok()) << placed.ToString();
  std::string before = Print(*graph, {.placement = true});
  auto parts = Partition(*std::move(graph));
  ASSERT_TRUE(parts.ok()) << parts.status().ToString();
  EXPECT_EQ(PartsText(*parts), text.substr(split + 5));
  auto merged = Merge(*std::move(parts));
  ASSERT_TRUE(merged.ok()) << merged.status().ToString();
  EXPECT_EQ(SortedLines(Print(*merged, {.placement = true})), SortedLines(before));
}

INSTANTIATE_TEST_SUITE_P(Cases, PartitionCaseTest, ::testing::ValuesIn(tests::CaseFiles("graph_core/partition/cases")),
                         tests::CaseName);

TEST(PlacementTest, TheCheapestEngineThatTakesANodeGetsIt) {
  auto graph = Parse(R"(graph g {
    %x = Data {index: 0} : float[2]
    %both = Relu(x: %x) {on: ["slow", "fast"]} : float[2]
    %slow = Relu(x: %both) {on: ["slow"]} : float[2]
    %o = NetOutput(x: [%slow])
  })");
  ASSERT_TRUE(graph.ok()) << graph.status().ToString();
  ASSERT_TRUE(PlaceGraph(*graph, ContextOf()).ok());
  EXPECT_EQ(graph->Find("both")->placement().engine, "fast");
  EXPECT_EQ(graph->Find("both")->placement().package, "fake");
  EXPECT_TRUE(graph->Find("both")->placement().refusals.empty());
  const Placement& slow = graph->Find("slow")->placement();
  EXPECT_EQ(slow.engine, "slow");
  ASSERT_EQ(slow.refusals.size(), 1u);
  EXPECT_EQ(slow.refusals[0].engine, "fast");
  EXPECT_EQ(slow.refusals[0].reason, "fast has no kernel of Relu");
}

TEST(PlacementTest, ANodeThatNoEngineTakesListsEveryReason) {
  auto graph = Parse("graph g { %x = Data {index: 0} : float[2] %r = Relu(x: %x) : float[2] %o = NetOutput(x: [%r]) }");
  ASSERT_TRUE(graph.ok());
  Status status = PlaceGraph(*graph, ContextOf());
  EXPECT_EQ(status.code(), ErrorCode::kNoEngine);
  EXPECT_THAT(status.ToString(), HasSubstr("fast: fast has no kernel of Relu"));
  EXPECT_THAT(status.ToString(), HasSubstr("slow: slow has no kernel of Relu"));
  EXPECT_THAT(status.ToString(), HasSubstr("node r (Relu)"));
}

// Expects every edge between parts to lead forward, so that the parts can run one after the other.
void ExpectForwardCuts(const PartitionedGraph& parts) {
  std::map<int64_t, size_t> ends;
  for (size_t i = 0; i < parts.subgraphs.size(); ++i) {
    for (const Node* node : parts.subgraphs[i].graph.nodes()) {
      if (node->Is(kEnd)) ends[*node->op().GetAttr<int64_t>("peer_index")] = i;
      if (!node->Is(kPlaceHolder)) continue;
      auto end = ends.find(*node->op().GetAttr<int64_t>("peer_index"));
      ASSERT_NE(end, ends.end()) << "a consumer stands before its producer";
      EXPECT_LT(end->second, i);
    }
  }
}

class RandomPartitionTest : public ::testing::TestWithParam<uint32_t> {};

TEST_P(RandomPartitionTest, PartsHaveOneEngineAndMergeToTheSameGraph) {
  Graph graph = tests::RandomGraph(GetParam()).Make(40);
  std::mt19937 random(GetParam());
  for (Node* node : graph.nodes()) {
    // Waiting for a constant means nothing, and is not kept.
    for (Node* control : std::vector<Node*>(node->control_inputs())) {
      if (control->Is(kConst)) graph.DisconnectControl(control, node);
    }
    if (!node->Is(kData) && !node->Is(kConst) && !node->Is(kNetOutput)) {
      node->placement().engine = random() % 3 == 0 ? "slow" : "fast";
    }
  }
  ASSERT_TRUE(RemoveDeadNodes(graph, ContextOf()).ok());
  std::string before = Print(graph, {.placement = true});
  auto parts = Partition(std::move(graph));
  ASSERT_TRUE(parts.ok()) << parts.status().ToString();
  for (const EngineSubgraph& part : parts->subgraphs) {
    EXPECT_TRUE(part.graph.Verify().ok()) << part.graph.Verify().ToString();
    for (const Node* node : part.graph.nodes()) {
      if (node->Is(kConst) || node->Is(kEnd) || node->Is(kPlaceHolder)) continue;
      EXPECT_EQ(node->placement().engine, part.engine);
    }
  }
  ExpectForwardCuts(*parts);
  auto merged = Merge(*std::move(parts));
  ASSERT_TRUE(merged.ok()) << merged.status().ToString();
  EXPECT_EQ(SortedLines(Print(*merged, {.placement = true})), SortedLines(before));
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomPartitionTest, ::testing::Range(1u, 61u));

TEST(MergeTest, ALostHalfOfACutIsAnError) {
  auto graph = Parse(R"(graph g {
    %x = Data {index: 0} : float[2]
    %a = Relu(x: %x) {on: ["fast"]} : float[2]
    %o = NetOutput(x: [%a])
  })");
  ASSERT_TRUE(graph.ok());
  ASSERT_TRUE(PlaceGraph(*graph, ContextOf()).ok());
  auto parts = Partition(*std::move(graph));
  ASSERT_TRUE(parts.ok());
  Graph& fast = parts->subgraphs.at(1).graph;
  for (Node* node : fast.nodes()) {
    if (node->Is(kEnd)) fast.Remove(node);
  }
  Status status = Merge(*std::move(parts)).status();
  EXPECT_EQ(status.code(), ErrorCode::kGraphInvalid);
  EXPECT_THAT(status.message(), HasSubstr("its other half is gone"));
}

TEST(MergeTest, ANodeThatAnEngineReplacedIsConnected) {
  auto graph = Parse(R"(graph g {
    %x = Data {index: 0} : float[2]
    %a = Relu(x: %x) {on: ["fast"]} : float[2]
    %b = Neg(x: %a) {on: ["slow"]} : float[2]
    %o = NetOutput(x: [%b])
  })");
  ASSERT_TRUE(graph.ok());
  ASSERT_TRUE(PlaceGraph(*graph, ContextOf()).ok());
  auto parts = Partition(*std::move(graph));
  ASSERT_TRUE(parts.ok());
  Graph& fast = parts->subgraphs.at(1).graph;
  Node* old = fast.Find("a");
  OpDesc op = old->op();
  op.name = "fused";
  Node* fused = fast.AddNode(std::move(op));
  fast.Connect(old->input(0), fused, 0);
  fast.ReplaceUses({old, 0}, {fused, 0});
  fast.Remove(old);
  auto merged = Merge(*std::move(parts));
  ASSERT_TRUE(merged.ok()) << merged.status().ToString();
  EXPECT_EQ(merged->Find("b")->input(0).node->name(), "fused");
  EXPECT_EQ(merged->Find("fused")->input(0).node->name(), "x");
}

}  // namespace
}  // namespace opdk
