#include "graph_core/host/ge_fusion_switches.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "tests/graph_core/host/session_functions.h"

namespace opdk {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class FusionSwitchFile : public ::testing::Test {
 protected:
  ~FusionSwitchFile() override { std::filesystem::remove(path_); }
  Result<FusionSwitches> Read(const std::string& text) {
    std::ofstream(path_) << text;
    return ReadFusionSwitches(path_);
  }
  FusionSwitches MustRead(const std::string& text) {
    auto read = Read(text);
    OPDK_CHECK(read.ok(), read.status().ToString());
    return *std::move(read);
  }
  std::string ErrorOf(const std::string& text) { return Read(text).status().ToString(); }

  const std::string path_ = ::testing::TempDir() + "opdk_fusion_switches_" + std::to_string(::getpid());
  const std::vector<std::string> passes_ = {"A", "B"};
};

TEST_F(FusionSwitchFile, LinesAndJsonSwitchPassesOff) {
  EXPECT_THAT(SwitchedOff(MustRead(""), passes_), IsEmpty());
  EXPECT_THAT(SwitchedOff(MustRead("A:off\n\nB : on\n"), passes_), ElementsAre("A"));
  EXPECT_THAT(SwitchedOff(MustRead("ALL:off\nB:on\nfuse_vector:on\n"), passes_),
              ElementsAre("A", "fuse_cube_epilogue"));
  EXPECT_THAT(SwitchedOff(MustRead(R"({"Switch": {"GraphFusion": {"B": "off"}}})"), passes_), ElementsAre("B"));
  EXPECT_THAT(SwitchedOff(MustRead(R"({"Switch": {"GraphFusion": {"ALL": "off", "A": "on"}}})"), passes_),
              ElementsAre("B"));
  EXPECT_THAT(SwitchedOff(MustRead(R"({"Switch": {"UBFusion": {"ALL": "off"}}})"), passes_),
              ElementsAre("fuse_cube_epilogue", "fuse_vector"));
}

TEST_F(FusionSwitchFile, NamesOfPassesThatArentHereAreKept) {
  const FusionSwitches switches = MustRead("SplitConv2dConcatPass:off\nA:off\nfuse_vector:on\n");
  EXPECT_THAT(UnknownSwitches(switches, passes_), ElementsAre("SplitConv2dConcatPass"));
}

TEST_F(FusionSwitchFile, UnknownEntriesAreReportedWithTheirPlace) {
  EXPECT_THAT(ErrorOf("A:off\nB=on\n"), HasSubstr("line 2"));
  EXPECT_THAT(ErrorOf("A:maybe\n"), HasSubstr("'maybe' is neither on nor off"));
  EXPECT_THAT(ErrorOf("{"), HasSubstr("isn't JSON"));
  EXPECT_THAT(ErrorOf("{}"), HasSubstr("'Switch'"));
  EXPECT_THAT(ErrorOf(R"({"Switch": {}, "Swich": {"GraphFusion": {"A": "off"}}})"), HasSubstr("'Swich' isn't Switch"));
  EXPECT_THAT(ErrorOf(R"({"Switch": {"Graph": {}}})"), HasSubstr("'Graph' is neither"));
  EXPECT_THAT(ErrorOf(R"({"Switch": {"GraphFusion": {"A": 1}}})"), HasSubstr("'1' is neither on nor off"));
  EXPECT_THAT(ReadFusionSwitches("/no/such/file").status().ToString(), HasSubstr("E1002"));
}

}  // namespace
}  // namespace opdk

namespace ge {
namespace {

// Makes x + 0, which a pass of the built-in package replaces by x.
Graph Neutral() {
  Operator data = MakeDescribed("x", "Data", TensorDesc(Shape({2}), FORMAT_ND, DT_FLOAT)), add = Make("add", "Add");
  Operator zero = MakeDescribed("zero", "Const", TensorDesc(Shape({2}), FORMAT_ND, DT_FLOAT));
  zero.SetAttr("value", Floats({2}, {0, 0}));
  add.SetInput("x1", data).SetInput("x2", zero);
  Graph graph("neutral");
  graph.SetInputs({data}).SetOutputs(std::vector<Operator>{add});
  return graph;
}

TEST_F(SessionFunctions, AFileSwitchesFusionOff) {
  const std::string path = ::testing::TempDir() + "opdk_fusion_switch_option_" + std::to_string(::getpid()),
                    dumps = path + "_dumps";
  const auto dumped = [&](const std::string& text, Options options) {
    std::ofstream(path) << text;
    std::filesystem::remove_all(dumps);
    options["ge.fusionSwitchFile"] = path;
    options["opdk.dump_graph_dir"] = dumps;
    static uint32_t id = 0;
    EXPECT_EQ(session_->AddGraph(++id, Neutral(), options), SUCCESS) << GEGetErrorMsg();
    EXPECT_EQ(session_->CompileGraph(id), SUCCESS) << GEGetErrorMsg();
    std::vector<Tensor> outputs;
    EXPECT_EQ(session_->RunGraph(id, {Floats({2}, {1, 2})}, outputs), SUCCESS) << GEGetErrorMsg();
    EXPECT_EQ(TensorValues(outputs.at(0)), (std::vector<float>{1, 2}));
    for (const auto& file : std::filesystem::directory_iterator(dumps)) {
      if (file.path().filename().string().find("RemoveNeutralOperands") != std::string::npos) return true;
    }
    return false;
  };
  EXPECT_TRUE(dumped("", {}));
  EXPECT_FALSE(dumped("RemoveNeutralOperands:off", {}));
  EXPECT_FALSE(dumped(R"({"Switch": {"GraphFusion": {"ALL": "off"}}})", {}));
  EXPECT_TRUE(dumped("RemoveNeutralOperands:off", {{"ge.optimizationSwitch", "RemoveNeutralOperands:on"}}));
  EXPECT_FALSE(dumped("", {{"ge.oo.level", "O1"}}));
  EXPECT_TRUE(dumped("ALayerNormPass:off", {}));
  EXPECT_NE(GEGetWarningMsg().find("'ALayerNormPass'"), std::string::npos) << GEGetWarningMsg();
  std::filesystem::remove(path);
  EXPECT_EQ(session_->AddGraph(99, Neutral(), Options{{"ge.fusionSwitchFile", path}}), FAILED);
  EXPECT_TRUE(ErrorHas("E1002")) << GEGetErrorMsg();
  std::filesystem::remove_all(dumps);
}

}  // namespace
}  // namespace ge
