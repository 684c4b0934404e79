#include "opdk/tensor_dump_options.h"

#include <gtest/gtest.h>

namespace opdk {
namespace {

std::string TextOf(const std::string& runs) {
  const auto parsed = ParseRuns(runs);
  if (!parsed.ok()) return ToString(parsed.status().code());
  std::string text;
  for (const TensorDumpOptions::Runs& some : *parsed) {
    text += std::to_string(some.first) + ".." + std::to_string(some.last) + " ";
  }
  return text;
}

TEST(TensorDumpOptions, RunsAreNumbersAndRanges) {
  EXPECT_EQ(TextOf(""), "");
  EXPECT_EQ(TextOf("0"), "0..0 ");
  EXPECT_EQ(TextOf("0_5|10-20"), "0..0 5..5 10..20 ");
  EXPECT_EQ(TextOf("7-7"), "7..7 ");
}

TEST(TensorDumpOptions, InvalidRangesOfRunsAreRefused) {
  for (const char* wrong : {"x", "1|", "|1", "1--2", "-1", "5-3", "1-", "1 2", "1.5", "99999999999999999999"}) {
    EXPECT_EQ(TextOf(wrong), "E1001") << wrong;
  }
}

TEST(TensorDumpOptions, ModesAndDataHaveGesNames) {
  TensorDumpOptions options;
  EXPECT_TRUE(SetDumpMode("all", options).ok());
  EXPECT_TRUE(options.inputs && options.outputs);
  EXPECT_TRUE(SetDumpMode("input", options).ok());
  EXPECT_TRUE(options.inputs && !options.outputs);
  EXPECT_TRUE(SetDumpMode("output", options).ok());
  EXPECT_TRUE(!options.inputs && options.outputs);
  EXPECT_EQ(SetDumpMode("both", options).code(), ErrorCode::kUsage);
  EXPECT_TRUE(SetDumpData("stats", options).ok());
  EXPECT_FALSE(options.data);
  EXPECT_TRUE(SetDumpData("tensor", options).ok());
  EXPECT_TRUE(options.data);
  EXPECT_EQ(SetDumpData("", options).code(), ErrorCode::kUsage);
}

TEST(TensorDumpOptions, LayersStandBetweenSpaces) {
  EXPECT_EQ(ParseLayers(""), std::vector<std::string>{});
  EXPECT_EQ(ParseLayers(" a  b/c "), (std::vector<std::string>{"a", "b/c"}));
}

}  // namespace
}  // namespace opdk
