// Files that the options of dumps and profiles write of a session's runs.
#include "graph_core/host/ge_debug_options.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <thread>

#include "graph/operator_factory.h"
#include "tests/graph_core/debugging/dump_directory.h"
#include "tests/graph_core/execution/test_graph.h"
#include "tests/graph_core/host/builtin_ge.h"

namespace ge {
namespace {

using opdk::tests::DumpDirectory;
using opdk::tests::FileText;
using opdk::tests::Floats;
using opdk::tests::IndexOf;
using ::testing::HasSubstr;
using Options = std::map<std::string, std::string>;

// Makes the graph y = x + x, z = y * x.
Graph Product(const std::vector<int64_t>& shape) {
  const TensorDesc desc(Shape(shape), FORMAT_ND, DT_FLOAT);
  Operator x = OperatorFactory::CreateOperator("x", "Data");
  x.SetAttr("index", 0);
  x.UpdateInputDesc("x", desc);
  x.UpdateOutputDesc("y", desc);
  Operator y = OperatorFactory::CreateOperator("y", "Add");
  y.SetInput("x1", x).SetInput("x2", x);
  Operator z = OperatorFactory::CreateOperator("z", "Mul");
  z.SetInput("x1", y).SetInput("x2", x);
  Graph graph("product");
  graph.SetInputs({x}).SetOutputs(std::vector<Operator>{z});
  return graph;
}

class GeDebugOptions : public BuiltinGe {
 protected:
  void SetUp() override {
    BuiltinGe::SetUp();
    ::unsetenv("PROFILING_MODE");
    ::unsetenv("PROFILING_OPTIONS");
  }
  void TearDown() override {
    ::unsetenv("PROFILING_MODE");
    ::unsetenv("PROFILING_OPTIONS");
    BuiltinGe::TearDown();
  }

  // Runs a graph in one session with these values. Returns whether all went well.
  static bool Run(const Options& options, const std::vector<std::vector<float>>& runs) {
    Options all = {{"opdk.engine", "ai_cpu"}};
    all.insert(options.begin(), options.end());
    Session session(all);
    bool ok = session.AddGraph(1, Product({2})) == SUCCESS;
    for (const std::vector<float>& values : runs) {
      std::vector<Tensor> outputs;
      ok = ok && session.RunGraph(1, {Floats({2}, values)}, outputs) == SUCCESS;
    }
    return ok;
  }

  static void ExpectError(const Options& options, const std::string& code, const std::string& text) {
    EXPECT_FALSE(Run(options, {{1, 2}}));
    EXPECT_THAT(GEGetErrorMsg(), HasSubstr(code));
    EXPECT_THAT(GEGetErrorMsg(), HasSubstr(text));
  }

  DumpDirectory directory_;
};

TEST_F(GeDebugOptions, TensorsAreDumpedAsTheOptionsSay) {
  ASSERT_TRUE(Run({{"ge.exec.enableDump", "1"},
                   {"ge.exec.dumpPath", directory_.path()},
                   {"ge.exec.dumpStep", "0_1|5-7"},
                   {"ge.exec.dumpMode", "all"},
                   {"ge.exec.dumpLayer", "z nobody"}},
                  {{1, 2}, {3, 4}, {5, 6}}))
      << GEGetErrorMsg();
  const auto first = IndexOf(directory_ / "product/0");
  ASSERT_EQ(first.size(), 3U);
  EXPECT_EQ(first[0]["node"], "z");
  EXPECT_EQ(first[0]["side"], "input");
  EXPECT_EQ(first[2]["max"], 8);
  EXPECT_EQ(IndexOf(directory_ / "product/1").size(), 3U);
  EXPECT_TRUE(IndexOf(directory_ / "product/2").empty());
}

TEST_F(GeDebugOptions, AnUnknownLayerIsAWarning) {
  Session session(
      Options{{"ge.exec.enableDump", "1"}, {"ge.exec.dumpPath", directory_.path()}, {"ge.exec.dumpLayer", "z nobody"}});
  ASSERT_EQ(session.AddGraph(1, Product({2})), SUCCESS);
  ASSERT_EQ(session.CompileGraph(1), SUCCESS) << GEGetErrorMsg();
  EXPECT_THAT(GEGetWarningMsg(), HasSubstr("option 'ge.exec.dumpLayer': the graph has no step 'nobody'"));
}

TEST_F(GeDebugOptions, OneGraphOfASessionIsDumpedWhereItsOptionsSaySo) {
  Session session(Options{{"opdk.engine", "ai_cpu"}, {"ge.exec.dumpPath", directory_.path()}});
  ASSERT_EQ(session.AddGraph(1, Product({2})), SUCCESS);
  ASSERT_EQ(session.AddGraph(2, Product({-1}), Options{{"ge.exec.enableDump", "1"}, {"ge.exec.dumpData", "stats"}}),
            SUCCESS);
  std::vector<Tensor> outputs;
  ASSERT_EQ(session.RunGraph(1, {Floats({2}, {1, 2})}, outputs), SUCCESS) << GEGetErrorMsg();
  EXPECT_FALSE(std::filesystem::exists(directory_ / "product"));
  std::vector<std::thread> threads;
  for (int t = 1; t <= 4; ++t) {
    threads.emplace_back([&session, t] {
      std::vector<Tensor> own;
      const std::vector<float> x(static_cast<size_t>(t), 1);
      EXPECT_EQ(session.RunGraph(2, {Floats({t}, x)}, own), SUCCESS) << GEGetErrorMsg();
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (int run = 0; run < 4; ++run) {
    const auto entries = IndexOf(directory_ / fmt::format("product/{}", run));
    ASSERT_EQ(entries.size(), 2U);
    EXPECT_FALSE(entries[0].contains("file"));
    EXPECT_EQ(entries[0]["mean"], 2);
    EXPECT_EQ(entries[0]["shape"], entries[1]["shape"]);
  }
}

TEST_F(GeDebugOptions, AnOverflowIsAWarningOfTheRunThatHasIt) {
  Session session(Options{{"opdk.engine", "ai_cpu"},
                          {"ge.exec.enableDumpDebug", "1"},
                          {"ge.exec.dumpPath", directory_.path()},
                          {"ge.exec.dumpDebugMode", "all"}});
  ASSERT_EQ(session.AddGraph(1, Product({2})), SUCCESS);
  std::vector<Tensor> outputs;
  ASSERT_EQ(session.RunGraph(1, {Floats({2}, {1, 2e38f})}, outputs), SUCCESS) << GEGetErrorMsg();
  EXPECT_THAT(GEGetWarningMsg(), HasSubstr("overflow in run 0: node y (Add)"));
  EXPECT_EQ(IndexOf(directory_ / "product_overflow/0").size(), 3U);
  ASSERT_EQ(session.RunGraph(1, {Floats({2}, {1, 2})}, outputs), SUCCESS) << GEGetErrorMsg();
  EXPECT_EQ(GEGetWarningMsg(), "");
}

TEST_F(GeDebugOptions, OverflowOfOneEngineAlone) {
  ASSERT_TRUE(Run({{"ge.exec.enableDumpDebug", "1"},
                   {"ge.exec.dumpPath", directory_.path()},
                   {"ge.exec.dumpDebugMode", "aicore_overflow"}},
                  {{1, 2e38f}}))
      << GEGetErrorMsg();
  EXPECT_FALSE(std::filesystem::exists(directory_ / "product_overflow"));
}

TEST_F(GeDebugOptions, OptionsThatDontFitTogetherAreErrors) {
  ExpectError({{"ge.exec.enableDump", "1"}}, "E1001", "no directory is given");
  ExpectError({{"ge.exec.enableDumpDebug", "1"}}, "E1001", "ge.exec.dumpPath");
  ExpectError({{"ge.exec.enableDump", "1"}, {"ge.exec.enableDumpDebug", "1"}, {"ge.exec.dumpPath", "/tmp"}}, "E1001",
              "exclude each other");
  ExpectError({{"ge.exec.enableDump", "1"}, {"ge.exec.dumpPath", directory_ / "missing"}}, "E1002",
              "option 'ge.exec.dumpPath'");
}

TEST_F(GeDebugOptions, InvalidValuesAreRefused) {
  const Options wrong = {{"ge.exec.enableDump", "2"},
                         {"ge.exec.dumpStep", "1-"},
                         {"ge.exec.dumpMode", "none"},
                         {"ge.exec.dumpData", "csv"},
                         {"ge.exec.dumpDebugMode", "atomic_overflow"},
                         {"ge.exec.enable_exception_dump", "3"},
                         {"ge.exec.profilingMode", "dynamic"},
                         {"ge.exec.profilingOptions", "{\"task_trace\": \"maybe\"}"}};
  for (const auto& [key, value] : wrong) ExpectError({{key, value}}, "E1001", fmt::format("option '{}'", key));
}

TEST_F(GeDebugOptions, ProfilesAreWrittenWhereTheOptionsSay) {
  const std::string json =
      fmt::format(R"({{"output": "{}", "training_trace": "on", "task_trace": "on"}})", directory_.path());
  ASSERT_TRUE(Run({{"ge.exec.profilingMode", "1"}, {"ge.exec.profilingOptions", json}}, {{1, 2}, {3, 4}}))
      << GEGetErrorMsg();
  EXPECT_THAT(FileText(directory_ / "PROF_product/op_statistic.csv"), HasSubstr("0,Mul,AI_CPU,2,"));
  EXPECT_EQ(nlohmann::json::parse(FileText(directory_ / "PROF_product/trace.json"))["traceEvents"].size(), 6U);
  ExpectError({{"ge.exec.profilingMode", "1"},
               {"ge.exec.profilingOptions", R"({"output": "/nonexistent", "task_trace": "on"})"}},
              "E1002", "option 'ge.exec.profilingOptions'");
}

TEST_F(GeDebugOptions, ProfilesAreWrittenWhereTheEnvironmentSays) {
  const std::string json = fmt::format(R"({{"output": "{}", "task_trace": "on"}})", directory_.path());
  ::setenv("PROFILING_OPTIONS", json.c_str(), 1);
  ASSERT_TRUE(Run({}, {{1, 2}})) << GEGetErrorMsg();
  EXPECT_FALSE(std::filesystem::exists(directory_ / "PROF_product"));
  ::setenv("PROFILING_MODE", "true", 1);
  ASSERT_TRUE(Run({{"ge.exec.profilingMode", "0"}}, {{1, 2}})) << GEGetErrorMsg();
  EXPECT_FALSE(std::filesystem::exists(directory_ / "PROF_product"));
  ASSERT_TRUE(Run({}, {{1, 2}})) << GEGetErrorMsg();
  EXPECT_THAT(FileText(directory_ / "PROF_product/op_statistic.csv"), HasSubstr("0,Add,AI_CPU,1,"));
  ::setenv("PROFILING_OPTIONS", "{", 1);
  ExpectError({}, "E1001", "environment variable PROFILING_OPTIONS");
  ::setenv("PROFILING_MODE", "maybe", 1);
  ExpectError({}, "E1001", "environment variable PROFILING_MODE");
}

// y = x[index], an index that isn't there.
TEST_F(GeDebugOptions, AFailedStepIsDumped) {
  const TensorDesc desc(Shape({1}), FORMAT_ND, DT_INT32);
  Operator index = OperatorFactory::CreateOperator("index", "Data");
  index.SetAttr("index", 0);
  index.UpdateInputDesc("x", desc);
  index.UpdateOutputDesc("y", desc);
  const auto constant = [](const char* name, const Tensor& value) {
    Operator op = OperatorFactory::CreateOperator(name, "Const");
    op.SetAttr("value", value);
    op.UpdateOutputDesc("y", value.GetTensorDesc());
    return op;
  };
  const int32_t zero = 0, outside = 9;
  const Tensor axis(TensorDesc(Shape(), FORMAT_ND, DT_INT32), reinterpret_cast<const uint8_t*>(&zero), sizeof(zero));
  const Operator table = constant("table", Floats({3}, {1, 2, 3}));
  Operator gather = OperatorFactory::CreateOperator("gather", "GatherV2");
  gather.SetInput("x", table).SetInput("indices", index).SetInput("axis", constant("axis", axis));
  Graph graph("lookup");
  graph.SetInputs({index}).SetOutputs(std::vector<Operator>{gather});
  Session session(Options{
      {"opdk.engine", "ai_cpu"}, {"ge.exec.enable_exception_dump", "1"}, {"ge.exec.dumpPath", directory_.path()}});
  ASSERT_EQ(session.AddGraph(1, graph), SUCCESS) << GEGetErrorMsg();
  std::vector<Tensor> outputs;
  const Tensor wrong(desc, reinterpret_cast<const uint8_t*>(&outside), sizeof(outside));
  ASSERT_EQ(session.RunGraph(1, {wrong}, outputs), FAILED);
  EXPECT_THAT(GEGetErrorMsg(), HasSubstr(fmt::format("its inputs are in {}", directory_ / "lookup_failure/0")));
  EXPECT_THAT(GEGetErrorMsg(), HasSubstr("node gather (GatherV2)"));
  EXPECT_EQ(IndexOf(directory_ / "lookup_failure/0").size(), 3U);
}

}  // namespace
}  // namespace ge
