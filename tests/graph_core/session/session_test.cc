#include "graph_core/session.h"

#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "graph_core/execution/run_observer.h"
#include "graph_core/ir/text.h"
#include "tests/graph_core/builtin_packages.h"
#include "tests/graph_core/execution/test_graph.h"

namespace opdk {
namespace {

using namespace tests;  // NOLINT: opdk::tests

std::unique_ptr<Session> AiCpuSession(CompileOptions options = {}) {
  options.engine = "ai_cpu";
  auto session = Session::Create(TestPackages(), std::move(options));
  OPDK_CHECK(session.ok(), session.status().ToString());
  return *std::move(session);
}

// Makes the graph y = reshape(x + (c + c)), z = x + bias.
Graph SmallGraph() {
  GraphBuilder b;
  const Endpoint x = b.Input("x", {4});
  const Endpoint c = b.Const("c", Floats({4}, {1, 2, 3, 4}));
  const Endpoint twice = b.Op("TestAdd", "twice", {c, c});
  const Endpoint sum = b.Op("TestAdd", "sum", {x, twice});
  const Endpoint y = b.Op("TestReshape", "y", {sum, b.Const("shape", Ints({2, 2}))});
  return b.Finish({y, b.Op("TestBias", "z", {x})});
}

const NodeExplanation* Find(const CompileReport& report, const std::string& node) {
  const auto found = std::find_if(report.nodes.begin(), report.nodes.end(),
                                  [&](const NodeExplanation& row) { return row.node == node; });
  return found == report.nodes.end() ? nullptr : &*found;
}

TEST(Session, TakesAGraphThroughAllStages) {
  auto compiled = AiCpuSession()->Compile(SmallGraph());
  ASSERT_TRUE(compiled.ok()) << compiled.status().ToString();
  // The session is gone; the model lives on.
  const auto out = MustRun(compiled->model, {Floats({4}, {10, 10, 10, 10})});
  ASSERT_EQ(out.size(), 2U);
  EXPECT_EQ(TensorValues(out[0]), (std::vector<float>{12, 14, 16, 18}));
  EXPECT_EQ(Dims(out[0]), (std::vector<int64_t>{2, 2}));
  EXPECT_EQ(TensorValues(out[1]), (std::vector<float>{10, 10, 10, 10}));
}

TEST(Session, ReportsTheEngineOfEachNodeAndTheTimesOfPasses) {
  const auto compiled = AiCpuSession()->Compile(SmallGraph());
  ASSERT_TRUE(compiled.ok()) << compiled.status().ToString();
  const CompileReport& report = compiled->report;
  EXPECT_EQ(Find(report, "twice"), nullptr) << "the sum of two constants is folded";
  const NodeExplanation* sum = Find(report, "sum");
  ASSERT_NE(sum, nullptr);
  EXPECT_EQ(sum->engine, "ai_cpu");
  EXPECT_EQ(sum->package, "execution_operators");
  EXPECT_EQ(sum->kernel, "execution_operators/TestAdd");
  EXPECT_FALSE(sum->view);
  const NodeExplanation* view = Find(report, "y");
  ASSERT_NE(view, nullptr);
  EXPECT_TRUE(view->view);
  EXPECT_TRUE(view->kernel.empty());
  EXPECT_EQ(report.tasks, 2);
  EXPECT_FALSE(report.passes.empty());
  EXPECT_GT(report.compile_ms, 0);
}

TEST(Session, ReportsFusedNodesAndNodesWithoutAKernel) {
  auto graph = Parse(R"(graph net {
  %x = Data {index: 0} : float[1,32]
  %zero = Const {value: float[](0.0)}
  %one = Const {value: float[](1.0)}
  %n = Add(x1: %x, x2: %zero) : y: _
  %m = Add(x1: %n, x2: %one) : y: _
  %a = Exp(x: %m) : y: _
  %y = ConcatD(x: [%a, %m]) {concat_dim: 1, N: 2} : y: _
  %z = Tanh(x: %y) : y: _
  %o = NetOutput(x: [%z])
}
)");
  ASSERT_TRUE(graph.ok()) << graph.status().ToString();
  CompileOptions options;
  options.engine = "ai_cpu";
  const auto session = Session::Create(BuiltinPackages(), options);
  const auto compiled = (*session)->Compile(*std::move(graph));
  ASSERT_TRUE(compiled.ok()) << compiled.status().ToString();
  const CompileReport& report = compiled->report;
  ASSERT_TRUE(report.matches.contains("RemoveNeutralOperands"));
  EXPECT_EQ(report.matches.at("RemoveNeutralOperands").matched, 2);
  EXPECT_EQ(report.matches.at("RemoveNeutralOperands").effective, 1);
  EXPECT_EQ(report.memory.parts, 2);
  EXPECT_EQ(report.tasks, 3);
  const NodeExplanation* join = Find(report, "y");
  ASSERT_NE(join, nullptr);
  EXPECT_TRUE(join->kernel.empty());
  ASSERT_EQ(join->notes.size(), 1U);
  EXPECT_EQ(join->notes[0], "no kernel runs: its parts lie where the whole does");
}

// A join of 129 tensors is too large an expression for AI Core. With an open extent it is placed on AI Core all the
// same.
constexpr const char* kLargeJoin = R"(graph g {{
  %x = Data {{index: 0}} : float[?,1]
  %y = ConcatD(x: [{}]) {{concat_dim: 1, N: 129}} : y: _
  %o = NetOutput(x: [%y])
}})";

Result<CompiledSession> CompileLargeJoin(const CompileOptions& options = {}) {
  const std::vector<std::string> parts(129, "%x");
  OPDK_TRY(Graph graph, Parse(fmt::format(kLargeJoin, fmt::join(parts, ", "))));
  OPDK_TRY(const auto session, Session::Create(BuiltinPackages(), options));
  return session->Compile(std::move(graph));
}

TEST(Session, NamesTheEngineThatTakesShapesThatAiCoreRefusesInARun) {
  const auto compiled = CompileLargeJoin();
  ASSERT_TRUE(compiled.ok()) << compiled.status().ToString();
  const NodeExplanation* join = Find(compiled->report, "y");
  ASSERT_NE(join, nullptr);
  EXPECT_EQ(join->engine, "ai_core");
  EXPECT_THAT(join->notes, ::testing::Contains(::testing::HasSubstr("go to the next engine")));
  class Engines : public RunObserver {
   public:
    Status EndRun(const std::vector<StepName>& steps) override {
      for (const StepName& step : steps) engines.push_back(step.engine + ": " + step.description);
      return Status();
    }
    std::vector<std::string> engines;
  } observer;
  const std::vector<ge::Tensor> inputs = {Floats({2, 1}, {3, 4})};
  ASSERT_TRUE(compiled->model.Run(inputs, &observer).ok());
  ASSERT_EQ(observer.engines.size(), 1U);
  EXPECT_THAT(observer.engines[0], ::testing::StartsWith("ai_cpu: "));
  EXPECT_THAT(observer.engines[0], ::testing::HasSubstr("ai_core refused these shapes: its expression is too large"));
}

TEST(Session, WithOneEngineAlonePassesItsRefusalOn) {
  CompileOptions options;
  options.engine = "ai_core";
  const auto compiled = CompileLargeJoin(options);
  ASSERT_TRUE(compiled.ok()) << compiled.status().ToString();
  const std::vector<ge::Tensor> inputs = {Floats({2, 1}, {3, 4})};
  EXPECT_EQ(compiled->model.Run(inputs).status().code(), ErrorCode::kExpression);
}

TEST(Session, APassCanBeLeftOut) {
  CompileOptions options;
  options.disabled_passes = {"fold_constants"};
  const auto compiled = AiCpuSession(options)->Compile(SmallGraph());
  ASSERT_TRUE(compiled.ok()) << compiled.status().ToString();
  EXPECT_NE(Find(compiled->report, "twice"), nullptr);
}

TEST(Session, RefusesNamesThatDoNotExist) {
  CompileOptions pass;
  pass.disabled_passes = {"fold_constant"};
  const auto no_pass = Session::Create(TestPackages(), pass);
  EXPECT_EQ(no_pass.status().code(), ErrorCode::kUsage);
  EXPECT_NE(no_pass.status().hint().find("fold_constants"), std::string::npos);
  CompileOptions required;
  required.disabled_passes = {"lower_cubes"};
  const auto no_lowering = Session::Create(TestPackages(), required);
  EXPECT_EQ(no_lowering.status().code(), ErrorCode::kUsage);
  EXPECT_NE(no_lowering.status().message().find("the pass 'lower_cubes' can't be disabled"), std::string::npos);
  EXPECT_NE(no_lowering.status().hint().find("match_epilogues"), std::string::npos);
  required.disabled_passes = {"lower_cube"};
  EXPECT_NE(Session::Create(TestPackages(), required).status().hint().find("did you mean 'lower_cubes'"),
            std::string::npos);
  CompileOptions engine;
  engine.engine = "ai_cup";
  const auto no_engine = Session::Create(TestPackages(), engine);
  EXPECT_EQ(no_engine.status().code(), ErrorCode::kUsage);
  EXPECT_NE(no_engine.status().hint().find("ai_cpu"), std::string::npos);
  CompileOptions none;
  none.excluded_engines = {"ai_core", "ai_cpu"};
  EXPECT_EQ(Session::Create(TestPackages(), none).status().code(), ErrorCode::kUsage);
}

TEST(Session, DumpsTheGraphAfterPassesThatChangedIt) {
  const std::filesystem::path directory = std::filesystem::path(OPDK_BINARY_DIR) / "session_test_dumps";
  std::filesystem::remove_all(directory);
  CompileOptions options;
  options.dump_directory = directory.string();
  ASSERT_TRUE(AiCpuSession(options)->Compile(SmallGraph()).ok());
  const auto entries = std::filesystem::directory_iterator(directory);
  EXPECT_GT(std::distance(begin(entries), end(entries)), 1);
}

TEST(Session, ANodeThatNoEngineTakesIsNamedWithTheReasons) {
  GraphBuilder b;
  const auto compiled = AiCpuSession()->Compile(b.Finish({b.Op("TestNoKernel", "orphan", {b.Input("x", {4})})}));
  ASSERT_FALSE(compiled.ok());
  EXPECT_EQ(compiled.status().code(), ErrorCode::kNoEngine);
  const std::string text = compiled.status().ToString();
  EXPECT_NE(text.find("orphan"), std::string::npos) << text;
  EXPECT_NE(text.find("registers no AI CPU kernel"), std::string::npos) << text;
}

TEST(Session, DynamicGraphsGoTheSameWay) {
  GraphBuilder b;
  const Endpoint x = b.Input("x", {-1});
  auto compiled = AiCpuSession()->Compile(b.Finish({b.Op("TestTwice", "y", {x})}));
  ASSERT_TRUE(compiled.ok()) << compiled.status().ToString();
  EXPECT_TRUE(compiled->model.dynamic());
  EXPECT_EQ(Dims(MustRun(compiled->model, {Floats({3}, {1, 2, 3})}).at(0)), (std::vector<int64_t>{2, 3}));
}

}  // namespace
}  // namespace opdk
