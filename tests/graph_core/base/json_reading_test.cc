#include "graph_core/base/json_reading.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

namespace opdk {
namespace {

std::string Nested(size_t levels, const std::string& inner = "") {
  return std::string(levels, '[') + inner + std::string(levels, ']');
}

TEST(ParseJson, TakesFiveHundredLevelsAndNoMore) {
  EXPECT_TRUE(ParseJson(Nested(500)).is_array());
  EXPECT_TRUE(ParseJson(Nested(501)).is_discarded());
  EXPECT_TRUE(ParseJson("{\"a\": " + Nested(500) + "}").is_discarded());
}

// Copying a value of so many levels ends the process.
TEST(ParseJson, RefusesDepthThatWouldOverflowTheStack) {
  const auto json = ParseJson(Nested(3'000'000));
  EXPECT_TRUE(json.is_discarded());
  EXPECT_EQ(nlohmann::json(json).type(), json.type());
}

TEST(ParseJson, CountsNoBracketsInStringsAndNoneThatAreClosed) {
  const std::string text(1000, '[');
  EXPECT_EQ(ParseJson("[\"" + text + "\", \"\\\"" + text + "\\\\\"]").size(), 2U);
  std::string siblings = "[[]";
  for (int i = 0; i < 1000; ++i) siblings += ", []";
  EXPECT_EQ(ParseJson(siblings + "]").size(), 1001U);
}

TEST(ParseJson, InvalidTextGivesADiscardedValue) {
  EXPECT_TRUE(ParseJson("").is_discarded());
  EXPECT_TRUE(ParseJson("[1,").is_discarded());
  EXPECT_TRUE(ParseJson("\"\xff\"").is_discarded());
}

}  // namespace
}  // namespace opdk
