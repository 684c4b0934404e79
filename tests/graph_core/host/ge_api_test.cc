// The GE session API, from GEInitialize to GEFinalize.
#include "ge/ge_api.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <thread>

#include "graph/operator_factory.h"
#include "tests/graph_core/execution/test_graph.h"

namespace ge {
namespace {

using opdk::tests::Floats;
using opdk::tests::TensorValues;
using Options = std::map<std::string, std::string>;

bool ErrorHas(const std::string& text) { return GEGetErrorMsg().find(text) != std::string::npos; }

class GeApi : public ::testing::Test {
 protected:
  void SetUp() override {
    const Options options = {{"opdk.plugin_dirs", OPDK_EXECUTION_OPERATORS_DIR},
                             {"opdk.use_environment", "0"},
                             {"opdk.use_builtin", "0"},
                             {"opdk.engine", "ai_cpu"}};
    ASSERT_EQ(GEInitialize(options), SUCCESS) << GEGetErrorMsg();
  }
  void TearDown() override { EXPECT_EQ(GEFinalize(), SUCCESS) << GEGetErrorMsg(); }

  // Makes y = x + x through the operator API, as an author writes it.
  static Graph Doubling(const std::vector<int64_t>& shape) {
    Operator data = MakeData(TensorDesc(Shape(shape), FORMAT_ND, DT_FLOAT));
    Operator add = OperatorFactory::CreateOperator("add", "TestAdd");
    add.SetInput("x1", data).SetInput("x2", data);
    Graph graph("doubling");
    graph.SetInputs({data}).SetOutputs(std::vector<Operator>{add});
    return graph;
  }

 private:
  static Operator MakeData(const TensorDesc& desc) {
    Operator data = OperatorFactory::CreateOperator("x", "Data");
    data.SetAttr("index", 0);
    data.UpdateInputDesc("x", desc);
    data.UpdateOutputDesc("y", desc);
    return data;
  }
};

TEST_F(GeApi, AddsCompilesAndRunsAGraph) {
  Session session(Options{});
  ASSERT_EQ(session.AddGraph(1, Doubling({2})), SUCCESS) << GEGetErrorMsg();
  ASSERT_EQ(session.CompileGraph(1), SUCCESS) << GEGetErrorMsg();
  std::vector<Tensor> outputs;
  ASSERT_EQ(session.RunGraph(1, {Floats({2}, {1, 2})}, outputs), SUCCESS) << GEGetErrorMsg();
  EXPECT_EQ(TensorValues(outputs.at(0)), (std::vector<float>{2, 4}));
  EXPECT_FALSE(session.IsGraphNeedRebuild(1));
  EXPECT_EQ(session.RemoveGraph(1), SUCCESS);
  EXPECT_EQ(session.RunGraph(1, {}, outputs), FAILED);
  EXPECT_TRUE(ErrorHas("no graph 1")) << GEGetErrorMsg();
}

TEST_F(GeApi, ThreadsRunOneGraph) {
  Session session(Options{});
  ASSERT_EQ(session.AddGraph(1, Doubling({-1})), SUCCESS) << GEGetErrorMsg();
  std::array<int, 4> wrong{};
  std::vector<std::thread> threads;
  for (size_t t = 0; t < wrong.size(); ++t) {
    threads.emplace_back([&, t] {
      const std::vector<float> x(t + 1, static_cast<float>(t)), twice(t + 1, static_cast<float>(2 * t));
      for (int run = 0; run < 50; ++run) {
        std::vector<Tensor> outputs;
        const Status status = session.RunGraph(1, {Floats({static_cast<int64_t>(x.size())}, x)}, outputs);
        wrong[t] += status != SUCCESS || TensorValues(outputs.at(0)) != twice;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, (std::array<int, 4>{}));
}

TEST_F(GeApi, RunCompilesOnTheFirstCallAndErrorsNameTheMistake) {
  Session session(Options{});
  ASSERT_EQ(session.AddGraph(7, Doubling({2})), SUCCESS) << GEGetErrorMsg();
  EXPECT_EQ(session.AddGraph(7, Doubling({2})), FAILED);
  EXPECT_TRUE(ErrorHas("graph 7 is in this session already"));
  std::vector<Tensor> outputs;
  EXPECT_EQ(session.RunGraph(7, {Floats({3}, {1, 2, 3})}, outputs), FAILED);
  EXPECT_TRUE(ErrorHas("E1004") && ErrorHas("graph 7")) << GEGetErrorMsg();
  EXPECT_EQ(session.RunGraph(7, {Floats({2}, {1, 2})}, outputs), SUCCESS) << GEGetErrorMsg();
}

TEST_F(GeApi, BuildGraphTakesTheShapesOfTheInputs) {
  Session session(Options{});
  ASSERT_EQ(session.AddGraph(1, Doubling({-1})), SUCCESS) << GEGetErrorMsg();
  const std::vector<Tensor> inputs = {Floats({3}, {1, 2, 3})};
  ASSERT_EQ(session.BuildGraph(1, inputs), SUCCESS) << GEGetErrorMsg();
  std::vector<Tensor> outputs;
  ASSERT_EQ(session.RunGraph(1, inputs, outputs), SUCCESS) << GEGetErrorMsg();
  EXPECT_EQ(session.RunGraph(1, {Floats({2}, {1, 2})}, outputs), FAILED);
}

TEST_F(GeApi, RunsAsynchronouslyInOrder) {
  std::vector<float> firsts;
  {
    Session session(Options{});
    ASSERT_EQ(session.AddGraph(1, Doubling({1})), SUCCESS) << GEGetErrorMsg();
    for (int i = 0; i < 5; ++i) {
      auto callback = [&firsts](Status status, std::vector<Tensor>& outputs) {
        firsts.push_back(status == SUCCESS ? TensorValues(outputs.at(0))[0] : -1);
      };
      ASSERT_EQ(session.RunGraphAsync(1, {Floats({1}, {static_cast<float>(i)})}, callback), SUCCESS);
    }
  }
  EXPECT_EQ(firsts, (std::vector<float>{0, 2, 4, 6, 8}));
}

TEST_F(GeApi, GraphsRunAsynchronouslyBesideEachOther) {
  std::atomic<int> ended = 0;
  std::atomic<bool> met = true;
  {
    Session session(Options{});
    for (uint32_t id = 1; id <= 2; ++id) ASSERT_EQ(session.AddGraph(id, Doubling({1})), SUCCESS) << GEGetErrorMsg();
    // Each waits for the other: in turn, the first would wait for nothing.
    const auto meet = [&](Status status, std::vector<Tensor>&) {
      EXPECT_EQ(status, SUCCESS);
      ++ended;
      const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
      while (ended < 2 && std::chrono::steady_clock::now() < end) std::this_thread::yield();
      if (ended < 2) met = false;
    };
    for (uint32_t id = 1; id <= 2; ++id) ASSERT_EQ(session.RunGraphAsync(id, {Floats({1}, {1})}, meet), SUCCESS);
  }
  EXPECT_TRUE(met);
}

TEST_F(GeApi, OptionsOfAGraphWinOverTheSessionsAndTheSessionsOverGlobalOptions) {
  Session session(Options{{"opdk.engine", "nonsense"}});
  std::vector<Tensor> outputs;
  ASSERT_EQ(session.AddGraph(1, Doubling({1})), SUCCESS) << GEGetErrorMsg();
  EXPECT_EQ(session.CompileGraph(1), FAILED);
  EXPECT_TRUE(ErrorHas("nonsense")) << GEGetErrorMsg();
  ASSERT_EQ(session.AddGraph(2, Doubling({1}), Options{{"opdk.engine", "ai_cpu"}}), SUCCESS) << GEGetErrorMsg();
  EXPECT_EQ(session.CompileGraph(2), SUCCESS) << GEGetErrorMsg();
}

TEST_F(GeApi, UnknownOptionsAreRefusedWithASuggestion) {
  Session session(Options{});
  EXPECT_EQ(session.AddGraph(1, Doubling({1}), Options{{"ge.exec.disableReuseMemry", "1"}}), FAILED);
  EXPECT_TRUE(ErrorHas("did you mean 'ge.exec.disableReuseMemory'?")) << GEGetErrorMsg();
  EXPECT_EQ(session.AddGraph(1, Doubling({1}), Options{{"ge.exec.disableReuseMemory", "maybe"}}), FAILED);
  EXPECT_TRUE(ErrorHas("'maybe'")) << GEGetErrorMsg();
  EXPECT_EQ(session.AddGraph(1, Doubling({1}), Options{{"opdk.plugin_dirs", "/tmp"}}), FAILED);
  EXPECT_TRUE(ErrorHas("GEInitialize")) << GEGetErrorMsg();
  ASSERT_EQ(session.AddGraph(1, Doubling({1}), Options{{"ge.optimizationSwitch", "fold_constant:off"}}), SUCCESS);
  EXPECT_EQ(session.CompileGraph(1), FAILED);
  EXPECT_TRUE(ErrorHas("did you mean 'fold_constants'?")) << GEGetErrorMsg();
}

TEST_F(GeApi, OptionsWithoutEffectAreWarnings) {
  Session session(Options{{"ge.exec.deviceId", "0"}});
  ASSERT_EQ(session.AddGraph(1, Doubling({1})), SUCCESS);
  ASSERT_EQ(session.CompileGraph(1), SUCCESS) << GEGetErrorMsg();
  EXPECT_NE(GEGetWarningMsg().find("ge.exec.deviceId"), std::string::npos);
}

TEST_F(GeApi, RefusedOptionsSayTheReasonAndTheAlternative) {
  Session session(Options{});
  EXPECT_EQ(session.AddGraph(1, Doubling({1}), Options{{"ge.opDebugLevel", "1"}}), FAILED);
  EXPECT_TRUE(ErrorHas("no debugging files") && ErrorHas("opdk.dump_graph_dir")) << GEGetErrorMsg();
  EXPECT_EQ(session.AddGraph(1, Doubling({1}), Options{{"ge.exec.enableDump", "0"}}), SUCCESS) << GEGetErrorMsg();
  EXPECT_EQ(session.AddGraph(2, Doubling({1}), Options{{"ge.graph_key", "a"}}), SUCCESS) << GEGetErrorMsg();
  Session cached(Options{{"ge.graph_key", "a"}});
  EXPECT_EQ(cached.AddGraph(1, Doubling({1})), FAILED);
  EXPECT_TRUE(ErrorHas("give it to AddGraph")) << GEGetErrorMsg();
}

TEST_F(GeApi, WithFewerPassesResultsAreTheSame) {
  const std::vector<Options> fewer = {{{"ge.oo.level", "O1"}},
                                      {{"ge.oo.constantFolding", "0"}, {"ge.oo.deadCodeElimination", "0"}},
                                      {{"ge.disableOptimizations", "bypass_views,choose_branches"}},
                                      {{"ge.exec.disableReuseMemory", "1"}, {"ge.deterministic", "1"}}};
  for (const Options& options : fewer) {
    Session session(Options{});
    ASSERT_EQ(session.AddGraph(1, Doubling({2}), options), SUCCESS) << GEGetErrorMsg();
    std::vector<Tensor> outputs;
    ASSERT_EQ(session.RunGraph(1, {Floats({2}, {1, 2})}, outputs), SUCCESS) << GEGetErrorMsg();
    EXPECT_EQ(TensorValues(outputs.at(0)), (std::vector<float>{2, 4}));
  }
}

TEST_F(GeApi, FinalizeWaitsForSessionsToBeGone) {
  const Session session(Options{});
  EXPECT_EQ(GEFinalize(), FAILED);
  EXPECT_TRUE(ErrorHas("still open"));
}

TEST(GeApiWithoutInitialize, NamesTheMissingInitialization) {
  Session session(Options{});
  EXPECT_EQ(session.CompileGraph(1), FAILED);
  EXPECT_TRUE(ErrorHas("GEInitialize")) << GEGetErrorMsg();
  EXPECT_EQ(GEFinalize(), FAILED);
}

}  // namespace
}  // namespace ge
