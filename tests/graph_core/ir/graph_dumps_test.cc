#include "graph_core/ir/graph_dumps.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <map>

#include "graph_core/ir/text.h"
#include "graph_core/session.h"
#include "tests/graph_core/builtin_packages.h"
#include "tests/graph_core/debugging/dump_directory.h"

namespace opdk {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using tests::DumpDirectory;
using tests::FileText;

constexpr const char* kNet = R"(graph net {
  %x = Data {index: 0} : float[2]
  %c = Const {value: float[2](0.5, -1.0)}
  %y = Add(x1: %x, x2: %c)
  %z = Relu(x: %y)
  %o = NetOutput(x: [%z])
})";

// The environment of one test, which only these variables decide.
class GraphDumpsTest : public ::testing::Test {
 protected:
  GraphDumpsTest() { Clear(); }
  ~GraphDumpsTest() override { Clear(); }
  static void Clear() {
    for (const char* name : {"DUMP_GE_GRAPH", "DUMP_GRAPH_LEVEL", "DUMP_GRAPH_FORMAT", "DUMP_GRAPH_PATH",
                             "ASCEND_DUMP_PATH", "ASCEND_WORK_PATH"}) {
      ::unsetenv(name);
    }
  }
  static void Set(const char* name, const std::string& value) { ::setenv(name, value.c_str(), 1); }

  static Status Compile() {
    CompileOptions options;
    options.engine = "ai_cpu";
    OPDK_TRY(const auto session, Session::Create(BuiltinPackages(), options));
    session->NumberDumps(7);
    OPDK_TRY(Graph graph, Parse(kNet));
    return session->Compile(std::move(graph)).status();
  }

  // Returns the files of the stages, by the number in their names: "onnx 7 Build".
  std::vector<std::string> Files() const {
    std::map<std::string, std::string> found;
    const std::string place = directory_ / fmt::format("pid_{}_deviceid_0", ::getpid());
    if (!std::filesystem::exists(place)) return {};
    for (const auto& entry : std::filesystem::directory_iterator(place)) {
      const std::string name = entry.path().filename();
      // ge_onnx_00000003_graph_7_Build.pbtxt
      const size_t digits = name.find('_', 3) + 1, graph = name.find("_graph_");
      found[name.substr(digits, graph - digits) + name.substr(0, digits)] =
          name.substr(3, digits - 4) + " " + name.substr(graph + 7);
    }
    std::vector<std::string> names;
    for (const auto& [key, name] : found) names.push_back(name);
    return names;
  }
  std::string TextOfStage(const std::string& kind, const std::string& stage) const {
    const std::string place = directory_ / fmt::format("pid_{}_deviceid_0", ::getpid());
    for (const auto& entry : std::filesystem::directory_iterator(place)) {
      const std::string name = entry.path().filename();
      if (name.starts_with(kind) && name.find("_" + stage + ".") != std::string::npos) return FileText(entry.path());
    }
    return "";
  }

  DumpDirectory directory_;
};

TEST_F(GraphDumpsTest, NothingIsWrittenUnlessAskedFor) {
  Set("DUMP_GRAPH_PATH", directory_.path());
  ASSERT_TRUE(Compile().ok());
  EXPECT_THAT(Files(), IsEmpty());
}

TEST_F(GraphDumpsTest, TheMainStagesByDefaultInBothForms) {
  Set("DUMP_GRAPH_PATH", directory_.path());
  Set("DUMP_GE_GRAPH", "1");
  ASSERT_TRUE(Compile().ok());
  std::vector<std::string> expected;
  for (const char* stage : {"PreRunBegin", "RunCustomPassBeforeInfershape", "AfterInfershape",
                            "RunCustomPass_AfterInferShape", "PreRunAfterPrepare", "PreRunAfterOptimizeOriginalGraph",
                            "RunCustomPassAfterOriginGraphOptimize", "PreRunAfterOptimizeSubgraph", "Build"}) {
    expected.push_back(fmt::format("onnx 7_{}.pbtxt", stage));
    expected.push_back(fmt::format("proto 7_{}.txt", stage));
  }
  EXPECT_EQ(Files(), expected);
}

TEST_F(GraphDumpsTest, LevelsAndFormatsChoose) {
  Set("DUMP_GRAPH_PATH", "/nonexistent");
  Set("ASCEND_DUMP_PATH", directory_.path());
  Set("DUMP_GE_GRAPH", "2");
  Set("DUMP_GRAPH_FORMAT", "readable");
  Set("DUMP_GRAPH_LEVEL", "4");
  ASSERT_TRUE(Compile().ok());
  Set("DUMP_GRAPH_LEVEL", "3");
  ASSERT_TRUE(Compile().ok());
  Set("DUMP_GRAPH_LEVEL", "AfterEnginePlacer|Build");
  ASSERT_TRUE(Compile().ok());
  EXPECT_THAT(Files(), ElementsAre("readable 7_PreRunBegin.txt", "readable 7_PreRunAfterBuild.txt",
                                   "readable 7_AfterEnginePlacer.txt", "readable 7_Build.txt"));
  Set("DUMP_GRAPH_LEVEL", "1");
  ASSERT_TRUE(Compile().ok());
  EXPECT_EQ(Files().size(), 4U + 11U);
}

TEST_F(GraphDumpsTest, DetailsChooseWhichConstantsAndAttributesAreWritten) {
  Set("DUMP_GRAPH_PATH", directory_.path());
  Set("DUMP_GRAPH_LEVEL", "4");
  const std::string weights = "\\000\\000\\000?";  // 0.5
  const std::pair<const char*, std::pair<bool, bool>> cases[] = {
      {"1", {true, true}}, {"2", {false, true}}, {"3", {false, false}}};
  for (const auto& [detail, has] : cases) {
    const DumpDirectory own;
    Set("DUMP_GRAPH_PATH", own.path());
    Set("DUMP_GE_GRAPH", detail);
    ASSERT_TRUE(Compile().ok());
    for (const auto& entry : std::filesystem::directory_iterator(own / fmt::format("pid_{}_deviceid_0", ::getpid()))) {
      const std::string text = FileText(entry.path());
      SCOPED_TRACE(entry.path().string());
      EXPECT_EQ(text.find(weights) != std::string::npos, has.first);
      EXPECT_EQ(text.find("\"index\"") != std::string::npos, has.second);
      EXPECT_THAT(text, HasSubstr("\"y\""));
    }
  }
}

TEST_F(GraphDumpsTest, LaterStagesKnowMore) {
  Set("DUMP_GRAPH_PATH", directory_.path());
  Set("DUMP_GE_GRAPH", "1");
  Set("DUMP_GRAPH_LEVEL", "1");
  ASSERT_TRUE(Compile().ok());
  EXPECT_THAT(TextOfStage("ge_onnx", "PreRunAfterBuild"), HasSubstr("ai_cpu"));
  EXPECT_THAT(TextOfStage("ge_onnx", "PreRunBegin"), Not(HasSubstr("ai_cpu")));
}

TEST_F(GraphDumpsTest, InvalidValuesAreErrors) {
  const std::pair<const char*, const char*> cases[] = {{"DUMP_GE_GRAPH", "4"},
                                                       {"DUMP_GE_GRAPH", "yes"},
                                                       {"DUMP_GRAPH_LEVEL", "5"},
                                                       {"DUMP_GRAPH_LEVEL", "PreRunBegin|"},
                                                       {"DUMP_GRAPH_FORMAT", "onnx|proto"}};
  for (const auto& [name, value] : cases) {
    Clear();
    Set("DUMP_GE_GRAPH", "1");
    Set(name, value);
    const Status status = Compile();
    EXPECT_EQ(status.code(), ErrorCode::kUsage) << name << " " << value;
    EXPECT_THAT(status.ToString(), HasSubstr(fmt::format("{} is '{}'", name, value)));
  }
  Clear();
  Set("DUMP_GE_GRAPH", "1");
  Set("DUMP_GRAPH_LEVEL", "PreRunBegn");
  EXPECT_THAT(Compile().ToString(), HasSubstr("did you mean 'PreRunBegin'?"));
}

TEST_F(GraphDumpsTest, APlaceThatCantBeMadeIsAnError) {
  std::ofstream(directory_ / "file") << "text";
  Set("DUMP_GE_GRAPH", "1");
  Set("DUMP_GRAPH_PATH", directory_ / "file");
  const Status status = Compile();
  EXPECT_EQ(status.code(), ErrorCode::kWriteFailed);
  EXPECT_THAT(status.ToString(), HasSubstr("DUMP_GRAPH_PATH names another directory"));
}

}  // namespace
}  // namespace opdk
