// The scope fusion passes with which programs of GE's API read TensorFlow's models.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "ge/ge_api.h"
#include "ge/ge_api_types.h"
#include "opdk/neutral_text.h"
#include "parser/tensorflow_parser.h"

namespace ge {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kGraph = R"(
node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "shape" value { shape { dim { size: 2 } } } } }
node { name: "count/first" op: "Abs" input: "x" }
node { name: "count/last" op: "Neg" input: "count/first" })";

class GeScopeFusion : public testing::Test {
 protected:
  void SetUp() override { std::ofstream(path_) << kGraph; }
  void TearDown() override {
    EXPECT_EQ(GEFinalize(), SUCCESS) << GEGetErrorMsg();
    std::remove(path_.c_str());
  }
  void Initialize(const std::string& passes) const {
    std::map<std::string, std::string> options = {{"opdk.plugin_dirs", OPDK_TEST_SCOPES},
                                                  {"opdk.use_environment", "0"}};
    if (!passes.empty()) options[OPTION_EXEC_ENABLE_SCOPE_FUSION_PASSES] = passes;
    ASSERT_EQ(GEInitialize(options), SUCCESS) << GEGetErrorMsg();
  }
  std::vector<std::string> Types(const std::map<AscendString, AscendString>& parameters) const {
    Graph graph;
    EXPECT_EQ(aclgrphParseTensorFlow(path_.c_str(), parameters, graph), GRAPH_SUCCESS) << GEGetErrorMsg();
    std::vector<std::string> types;
    for (const GNode& node : graph.GetDirectNode()) {
      AscendString type;
      EXPECT_EQ(node.GetType(type), GRAPH_SUCCESS);
      types.push_back(opdk::ToText(type));
    }
    return types;
  }

  const std::string path_ = testing::TempDir() + "opdk_ge_scopes_" + std::to_string(getpid()) + ".pbtxt";
};

TEST_F(GeScopeFusion, PassesAreNamedByTheParsersParameter) {
  Initialize("");
  EXPECT_THAT(Types({}), Not(Contains("Adds")));
  EXPECT_THAT(Types({{ir_option::ENABLE_SCOPE_FUSION_PASSES, "CountPass"}}), Contains("Adds"));
  Graph graph;
  EXPECT_NE(aclgrphParseTensorFlow(path_.c_str(), {{ir_option::ENABLE_SCOPE_FUSION_PASSES, "CountPas"}}, graph),
            GRAPH_SUCCESS);
  EXPECT_THAT(opdk::ToText(GEGetErrorMsgV2()), HasSubstr("did you mean 'CountPass'?"));
}

TEST_F(GeScopeFusion, PassesOfTheProcessAreThoseWithoutTheParameter) {
  Initialize("CountPass");
  EXPECT_THAT(Types({}), Contains("Adds"));
  EXPECT_THAT(Types({{ir_option::ENABLE_SCOPE_FUSION_PASSES, ""}}), Not(Contains("Adds")));
}

}  // namespace
}  // namespace ge
