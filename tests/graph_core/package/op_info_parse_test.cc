#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "graph_core/package/op_info.h"

namespace opdk {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

std::string ReadFile(const std::filesystem::path& path) {
  std::ifstream file(path);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

std::vector<std::filesystem::path> ErrorFiles() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(OPDK_SOURCE_DIR "/tests/graph_core/package/op_info")) {
    files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

class OpInfoErrors : public testing::TestWithParam<std::filesystem::path> {};

// The first line of each file is "# expect: LINE:COLUMN: message".
TEST_P(OpInfoErrors, AreLocatedAndExplained) {
  const std::string text = ReadFile(GetParam());
  const std::string marker = "# expect: ";
  ASSERT_EQ(text.rfind(marker, 0), 0u);
  const std::string expected = text.substr(marker.size(), text.find('\n') - marker.size());
  const auto parsed = ParseOpInfo(text, "op_info/x.yaml");
  ASSERT_FALSE(parsed.ok());
  EXPECT_EQ(parsed.status().code(), ErrorCode::kOpInfoInvalid);
  ASSERT_EQ(parsed.status().places().size(), 1u);
  const std::string place = parsed.status().places()[0].substr(std::string("op_info/x.yaml").size());
  const std::string actual =
      place.empty() ? parsed.status().message() : place.substr(1) + ": " + parsed.status().message();
  EXPECT_THAT(actual, HasSubstr(expected));
}

INSTANTIATE_TEST_SUITE_P(Files, OpInfoErrors, testing::ValuesIn(ErrorFiles()),
                         [](const auto& file) { return file.param.stem().string(); });

TEST(ParseOpInfo, ReadsEverySectionOfAnOperator) {
  const auto parsed = ParseOpInfo(R"(
Clip:
  ai_core:
    dtype:
      x, y: [float16, float]
      index: int64
    format: {x: [NCHW, ND]}
    dynamic_shape: false
    limits: {x: {rank: [1, 8], dims: {0: [1, 4096], -1: 3}}}
    in_place: {y: x}
    value_depend: index
  ai_cpu:
    dtype: {x: bool, y: bool, index: int32}
  attrs:
    alpha: {type: float, default: 0.01}
    pads: {type: listInt, default: [1, 2]}
    mode: str
Other:
  ai_cpu:
    dtype: {x: double}
    view: {x: x}
)",
                                  "p:op_info/clip.yaml");
  ASSERT_TRUE(parsed.ok()) << parsed.status().ToString();
  ASSERT_EQ(parsed->size(), 2u);
  const OpInfo& clip = (*parsed)[0];
  EXPECT_EQ(clip.type, "Clip");
  EXPECT_EQ(clip.place, "p:op_info/clip.yaml:2:1");
  const EngineOpInfo* core = clip.Find("ai_core");
  ASSERT_NE(core, nullptr);
  EXPECT_EQ(core->columns, 2u);
  EXPECT_THAT(core->FindPort("x")->dtypes, ElementsAre(ge::DT_FLOAT16, ge::DT_FLOAT));
  EXPECT_THAT(core->FindPort("index")->dtypes, ElementsAre(ge::DT_INT64, ge::DT_INT64));
  EXPECT_THAT(core->FindPort("x")->formats, ElementsAre(ge::FORMAT_NCHW, ge::FORMAT_ND));
  EXPECT_THAT(core->FindPort("y")->formats, ElementsAre(ge::FORMAT_ND, ge::FORMAT_ND));
  EXPECT_FALSE(core->dynamic_shape);
  EXPECT_EQ(core->limits.at("x").max_rank, 8);
  EXPECT_EQ(core->limits.at("x").dims.at(-1), std::pair(int64_t{3}, int64_t{3}));
  EXPECT_THAT(core->in_place, ElementsAre(Pair("y", "x")));
  EXPECT_THAT(core->value_depend, ElementsAre("index"));
  EXPECT_TRUE(clip.Find("ai_cpu")->dynamic_shape);
  ASSERT_EQ(clip.attrs.size(), 3u);
  EXPECT_EQ(std::get<float>(clip.attrs[0].default_value), 0.01F);
  EXPECT_THAT(std::get<std::vector<int64_t>>(clip.attrs[1].default_value), ElementsAre(1, 2));
  EXPECT_EQ(clip.attrs[2].type, "String");
  EXPECT_TRUE(std::holds_alternative<std::monostate>(clip.attrs[2].default_value));
  EXPECT_THAT((*parsed)[1].Find("ai_cpu")->view, ElementsAre(Pair("x", "x")));
  EXPECT_EQ((*parsed)[1].Find("ai_core"), nullptr);
}

TEST(ParseOpInfo, KeysBesideTheEnginesHoldForEveryEngineThatLacksThem) {
  const auto parsed = ParseOpInfo(R"(
Clip:
  dtype:
    x, y: [float16, float]
  in_place: {y: x}
  dynamic_shape: false
  engines: ai_core
  ai_cpu:
    dtype:
      x, y: double
    dynamic_shape: true
)",
                                  "clip.yaml");
  ASSERT_TRUE(parsed.ok()) << parsed.status().ToString();
  const EngineOpInfo& core = *(*parsed)[0].Find("ai_core");
  EXPECT_EQ(core.place, "clip.yaml:7:12");
  EXPECT_THAT(core.FindPort("y")->dtypes, ElementsAre(ge::DT_FLOAT16, ge::DT_FLOAT));
  EXPECT_THAT(core.in_place, ElementsAre(Pair("y", "x")));
  EXPECT_FALSE(core.dynamic_shape);
  const EngineOpInfo& cpu = *(*parsed)[0].Find("ai_cpu");
  EXPECT_THAT(cpu.FindPort("y")->dtypes, ElementsAre(ge::DT_DOUBLE));
  EXPECT_THAT(cpu.in_place, ElementsAre(Pair("y", "x")));
  EXPECT_TRUE(cpu.dynamic_shape);
}

TEST(ParseOpInfo, SectionsWithTypesOfTheirOwnTakeNoSharedTypes) {
  const auto parsed = ParseOpInfo(R"(
Gather:
  dtype: {x: [float, int8]}
  times: {indices: [int32, int64]}
  engines: [ai_core]
  ai_cpu:
    allow: {x: double}
)",
                                  "gather.yaml");
  ASSERT_TRUE(parsed.ok()) << parsed.status().ToString();
  EXPECT_EQ((*parsed)[0].Find("ai_core")->columns, 4u);
  EXPECT_EQ((*parsed)[0].Find("ai_cpu")->columns, 0u);
}

TEST(ParseOpInfo, ReadsJoinsAndSplitsAndTheirAxis) {
  const auto parsed = ParseOpInfo(R"(
Concat:
  ai_cpu:
    dtype: {"x, y": float}
    joins: {whole: y, parts: x, axis: concat_dim}
Split:
  ai_cpu:
    dtype: {"x, y": float}
    splits: {axis: split_dim, parts: y, whole: x}
)",
                                  "f.yaml");
  ASSERT_TRUE(parsed.ok()) << parsed.status().ToString();
  const EngineOpInfo *join = (*parsed)[0].Find("ai_cpu"), *split = (*parsed)[1].Find("ai_cpu");
  ASSERT_TRUE(join->joins && !join->splits && split->splits && !split->joins);
  EXPECT_EQ(join->joins->whole + join->joins->parts + join->joins->axis, "yxconcat_dim");
  EXPECT_EQ(split->splits->whole + split->splits->parts + split->splits->axis, "xysplit_dim");
}

TEST(ParseOpInfo, MultipliesSignaturesByTimes) {
  const auto parsed = ParseOpInfo(R"(
Gather:
  ai_cpu:
    dtype: {x: [float, int8], y: [float, int8]}
    times: {indices: [int32, int64]}
)",
                                  "gather.yaml");
  ASSERT_TRUE(parsed.ok()) << parsed.status().ToString();
  const EngineOpInfo& info = (*parsed)[0].engines[0];
  EXPECT_EQ(info.columns, 4u);
  EXPECT_THAT(info.FindPort("x")->dtypes, ElementsAre(ge::DT_FLOAT, ge::DT_FLOAT, ge::DT_INT8, ge::DT_INT8));
  EXPECT_THAT(info.FindPort("indices")->dtypes, ElementsAre(ge::DT_INT32, ge::DT_INT64, ge::DT_INT32, ge::DT_INT64));
}

}  // namespace
}  // namespace opdk
