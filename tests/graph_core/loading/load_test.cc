#include "graph_core/loading/load.h"

#include <gtest/gtest.h>

#include "tests/graph_core/execution/test_graph.h"

namespace opdk {
namespace {

using namespace tests;  // NOLINT: opdk::tests

Graph OneNode(const std::string& package = "execution_operators") {
  GraphBuilder b;
  const Endpoint y = b.Op("TestBias", "y", {b.Input("x", {2, 3})});
  y.node->placement().package = package;
  return b.Finish({y});
}

TEST(Load, DescribesPortsAndSteps) {
  const Executable model = MustLoad(OneNode());
  ASSERT_EQ(model.inputs().size(), 1U);
  EXPECT_EQ(model.inputs()[0].name, "x");
  EXPECT_EQ(model.inputs()[0].shape, (std::vector<int64_t>{2, 3}));
  ASSERT_EQ(model.outputs().size(), 1U);
  EXPECT_EQ(model.outputs()[0].dtype, ge::DT_FLOAT);
  ASSERT_EQ(model.steps().size(), 1U);
  EXPECT_EQ(model.steps()[0].kernel, "execution_operators/TestBias");
}

TEST(Load, OutputsAreNamedByTheGraphsAttribute) {
  Graph graph = OneNode();
  graph.net_output()->op().attrs["output_names"] = std::vector<std::string>{"result"};
  EXPECT_EQ(MustLoad(std::move(graph)).outputs()[0].name, "result");
}

TEST(Load, AMissingKernelIsAnErrorAtItsNode) {
  auto compiled = Compile(OneNode("somebody_else"), AiCpuOnly(), *TestPackages());
  ASSERT_TRUE(compiled.ok()) << compiled.status().ToString();
  const auto model = Load(*std::move(compiled), AiCpuOnly(), *TestPackages());
  ASSERT_FALSE(model.ok());
  EXPECT_NE(model.status().ToString().find("node y (TestBias), engine ai_cpu, package somebody_else"),
            std::string::npos)
      << model.status().ToString();
}

TEST(Compile, AnEngineThatIsNotInUseIsAnError) {
  const auto compiled = Compile(OneNode(), {}, *TestPackages());
  ASSERT_FALSE(compiled.ok());
  EXPECT_EQ(compiled.status().code(), ErrorCode::kNoEngine);
}

TEST(Load, ALoadedModelKeepsItsOwnersAlive) {
  auto kept = std::make_shared<int>(1);
  const std::weak_ptr<int> watched = kept;
  auto compiled = Compile(OneNode(), AiCpuOnly(), *TestPackages());
  ASSERT_TRUE(compiled.ok());
  auto model = Load(*std::move(compiled), AiCpuOnly(), *TestPackages(), {.threads = 1, .keep_alive = std::move(kept)});
  ASSERT_TRUE(model.ok());
  EXPECT_FALSE(watched.expired());
  EXPECT_EQ(MustRun(*model, {Floats({2, 3}, {1, 2, 3, 4, 5, 6})}).size(), 1U);
  model = Status(ErrorCode::kInternal, "gone");
  EXPECT_TRUE(watched.expired());
}

}  // namespace
}  // namespace opdk
