#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "opdk/precision.h"

namespace opdk {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

using Reader = Status (*)(const std::string&, PrecisionOptions&);

class PrecisionFiles : public ::testing::Test {
 protected:
  ~PrecisionFiles() override { std::filesystem::remove(path_); }
  Status Read(Reader reader, const std::string& text) {
    std::ofstream(path_) << text;
    return reader(path_, options_);
  }
  std::string ErrorOf(Reader reader, const std::string& text) {
    const Status status = Read(reader, text);
    EXPECT_EQ(status.code(), ErrorCode::kUsage) << text;
    return status.ToString();
  }

  const std::string path_ = ::testing::TempDir() + "opdk_precision_file_" + std::to_string(::getpid());
  PrecisionOptions options_;
};

TEST_F(PrecisionFiles, ModesHaveTheirOldAndNewNames) {
  for (const auto& [name, mode] :
       std::vector<std::pair<const char*, PrecisionMode>>{{"force_fp16", PrecisionMode::kForceFp16},
                                                          {"cube_fp16in_fp32out", PrecisionMode::kForceFp32},
                                                          {"mixed_bfloat16", PrecisionMode::kMixedBf16},
                                                          {"origin", PrecisionMode::kOrigin}}) {
    ASSERT_TRUE(ReadPrecisionMode(name, options_).ok());
    EXPECT_EQ(options_.mode, mode) << name;
  }
  EXPECT_THAT(ReadPrecisionMode("fp8", options_).ToString(), HasSubstr("'fp8' is no precision mode"));
}

TEST_F(PrecisionFiles, MixlistsAddAndRemove) {
  ASSERT_TRUE(Read(ReadModifyMixlist, R"({"black-list": {"to-add": ["Add"], "to-remove": ["Exp"]},
                                          "white-list": {"to-add": ["Mul"], "to-remove": ["Add"]}})")
                  .ok());
  EXPECT_THAT(options_.lists, ElementsAre(Pair("Add", PrecisionReduce::kBlack), Pair("Exp", PrecisionReduce::kGray),
                                          Pair("Mul", PrecisionReduce::kWhite)));
}

TEST_F(PrecisionFiles, BrokenMixlistsAreRefused) {
  EXPECT_THAT(ErrorOf(ReadModifyMixlist, "{"), HasSubstr("isn't a JSON object"));
  EXPECT_THAT(ErrorOf(ReadModifyMixlist, R"({"red-list": {}})"), HasSubstr("'red-list' is no list"));
  EXPECT_THAT(ErrorOf(ReadModifyMixlist, R"({"black-list": {"add": []}})"), HasSubstr("'add' is neither"));
  EXPECT_THAT(ErrorOf(ReadModifyMixlist, R"({"black-list": {"to-add": "Exp"}})"), HasSubstr("to-add is no list"));
  EXPECT_THAT(ErrorOf(ReadModifyMixlist, R"({"black-list": {"to-add": [3]}})"), HasSubstr("3 is no operator"));
  EXPECT_THAT(ErrorOf(ReadModifyMixlist, R"({"black-list": {"to-add": ["A"]}, "white-list": {"to-add": ["A"]}})"),
              HasSubstr("A is added to two lists"));
}

TEST_F(PrecisionFiles, TypesArePrescribedByNodeAndByType) {
  ASSERT_TRUE(Read(ReadCustomizeDtypes,
                   "# comment\n a/b::InputDtype:float16,,float,OutputDtype:float\n\n"
                   "OpType::Relu:OutputDtype:float16\n")
                  .ok());
  ASSERT_EQ(options_.node_types.count("a/b"), 1U);
  EXPECT_THAT(options_.node_types["a/b"].inputs, ElementsAre(ge::DT_FLOAT16, ge::DT_UNDEFINED, ge::DT_FLOAT));
  EXPECT_THAT(options_.node_types["a/b"].outputs, ElementsAre(ge::DT_FLOAT));
  EXPECT_THAT(options_.operator_types["Relu"].outputs, ElementsAre(ge::DT_FLOAT16));
}

TEST_F(PrecisionFiles, BrokenLinesAreRefusedWithTheirNumber) {
  EXPECT_THAT(ErrorOf(ReadCustomizeDtypes, "a::InputDtype:float\nb: float16\n"), HasSubstr(path_ + ":2"));
  EXPECT_THAT(ErrorOf(ReadCustomizeDtypes, "a::InputDtype:flaot\n"), HasSubstr("'flaot' is no data type"));
  EXPECT_THAT(ErrorOf(ReadCustomizeDtypes, "::InputDtype:float\n"), HasSubstr("names neither a node nor a type"));
  EXPECT_THAT(ErrorOf(ReadKeepDtype, "OpType::\n"), HasSubstr("names no type"));
  EXPECT_THAT(ErrorOf(ReadOpPrecisionMode, "Relu=high_precision\n"), HasSubstr("gives no operator a precision"));
  EXPECT_THAT(ErrorOf(ReadOpPrecisionMode, "[ByOpType]\nRelu=best\n"), HasSubstr("'best' is no precision"));
  EXPECT_THAT(ErrorOf(ReadOpPrecisionMode, "[ByMood]\n"), HasSubstr("'[ByMood]' is no section"));
  EXPECT_EQ(ReadKeepDtype("/nowhere/file", options_).code(), ErrorCode::kFileNotFound);
}

TEST_F(PrecisionFiles, NodesAndTypesKeepTheirs) {
  ASSERT_TRUE(Read(ReadKeepDtype, "conv1\nOpType::SoftmaxV2\n").ok());
  EXPECT_THAT(options_.kept_nodes, ElementsAre("conv1"));
  EXPECT_THAT(options_.kept_types, ElementsAre("SoftmaxV2"));
}

TEST_F(PrecisionFiles, OperatorsAndNodesHaveAPrecision) {
  ASSERT_TRUE(
      Read(ReadOpPrecisionMode, "[ByOpType]\nAdd=high_performance\n[ByNodeName]\nconv1=enable_float_32_execution\n")
          .ok());
  EXPECT_THAT(options_.lists, ElementsAre(Pair("Add", PrecisionReduce::kWhite)));
  EXPECT_THAT(options_.node_lists, ElementsAre(Pair("conv1", PrecisionReduce::kBlack)));
}

TEST_F(PrecisionFiles, NamesKeepTheirFirstPlace) {
  ASSERT_TRUE(Read(ReadKeepDtype, "conv1\n\nOpType::SoftmaxV2\nconv1\n").ok());
  ASSERT_TRUE(Read(ReadModifyMixlist, "{\"white-list\":\n{\"to-remove\": [\"Exp\"]}}").ok());
  EXPECT_THAT(options_.node_places, ElementsAre(Pair("conv1", path_ + ":1")));
  EXPECT_THAT(options_.type_places, ElementsAre(Pair("Exp", path_ + ":2"), Pair("SoftmaxV2", path_ + ":3")));
}

}  // namespace
}  // namespace opdk
