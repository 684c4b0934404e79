#include "graph_core/host/fusion_result.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/graph_core/host/session_functions.h"

namespace opdk {
namespace {

nlohmann::json JsonAt(const std::string& path) {
  std::ifstream file(path);
  return nlohmann::json::parse(file, nullptr, false);
}

TEST(FusionResult, EachGraphHasItsPassesAndThoseThatFuseKernelsApart) {
  const std::string directory = ::testing::TempDir() + "opdk_fusion_result", path = directory + "/deep/result.json";
  std::filesystem::remove_all(directory);
  ASSERT_TRUE(WriteFusionResult(path, "0_1", {{"PadIntoPool", {3, 2}}, {"fuse_vector", {5, 4}}}).ok());
  ASSERT_TRUE(WriteFusionResult(path, "0_2", {{"PadIntoPool", {1, 0}}}).ok());
  EXPECT_EQ(JsonAt(path), nlohmann::json::parse(R"({
    "session_and_graph_id_0_1": {
      "graph_fusion": {"PadIntoPool": {"match_times": "3", "effect_times": "2"}},
      "ub_fusion": {"fuse_vector": {"match_times": "5", "effect_times": "4", "repository_hit_times": "0"}}},
    "session_and_graph_id_0_2": {
      "graph_fusion": {"PadIntoPool": {"match_times": "1", "effect_times": "0"}}, "ub_fusion": {}}})"));
  const Status status = WriteFusionResult(path + "/below_a_file.json", "0_1", {});
  EXPECT_EQ(status.code(), ErrorCode::kWriteFailed);
  std::filesystem::remove_all(directory);
}

}  // namespace
}  // namespace opdk

namespace ge {
namespace {

TEST_F(SessionFunctions, FusionResultsAreWrittenToTheFileOfTheOption) {
  const std::string work = ::testing::TempDir() + "opdk_ascend_work";
  const std::string path = work + "/FE/" + std::to_string(getpid()) + "/fusion_result.json";
  std::filesystem::remove_all(work);
  ::setenv("ASCEND_WORK_PATH", work.c_str(), 1);
  const auto compile = [&](uint32_t id, const Options& options) {
    Operator data = MakeDescribed("x", "Data", kTwoFloats), zero = MakeDescribed("zero", "Const", kTwoFloats);
    zero.SetAttr("value", Floats({2}, {0, 0}));
    Operator first = Make("first", "Add"), second = Make("second", "Add");
    first.SetInput("x1", data).SetInput("x2", zero);
    second.SetInput("x1", first).SetInput("x2", data);
    Graph graph("neutral");
    graph.SetInputs({data}).SetOutputs(std::vector<Operator>{second});
    EXPECT_EQ(session_->AddGraph(id, graph, options), SUCCESS) << GEGetErrorMsg();
    EXPECT_EQ(session_->CompileGraph(id), SUCCESS) << GEGetErrorMsg();
  };
  compile(1, {});
  compile(2, {{"ge.exportCompileStat", "0"}});
  EXPECT_FALSE(std::filesystem::exists(path));
  compile(3, {{"ge.exportCompileStat", "1"}});
  compile(4, {{"ge.exportCompileStat", "2"}});
  ::unsetenv("ASCEND_WORK_PATH");
  const nlohmann::json result = opdk::JsonAt(path);
  ASSERT_EQ(result.size(), 2U) << result.dump();
  for (const auto& [graph, passes] : result.items()) {
    EXPECT_EQ(graph.find("session_and_graph_id_"), 0U) << graph;
    // Two sums, one of them with zeros.
    EXPECT_EQ(passes["graph_fusion"]["RemoveNeutralOperands"],
              nlohmann::json::parse(R"({"match_times": "2", "effect_times": "1"})"));
  }
  EXPECT_EQ(session_->AddGraph(9, Graph("none"), Options{{"ge.exportCompileStat", "3"}}), FAILED);
  std::filesystem::remove_all(work);
}

}  // namespace
}  // namespace ge
