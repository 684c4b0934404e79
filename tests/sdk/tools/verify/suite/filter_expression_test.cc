#include "sdk/tools/verify/suite/filter_expression.h"

#include <gmock/gmock.h>

#include <string>

namespace opdk::verify {
namespace {

bool Matches(const std::string& expression, const std::string& id) {
  const auto parsed = FilterExpression::Parse(expression);
  EXPECT_TRUE(parsed.ok()) << parsed.status().ToString();
  return parsed.ok() && (*parsed).Matches(id);
}

constexpr const char* kId = "Mish/is odd/float16/ai_core";

TEST(FilterExpression, WordIsPartOfTheIdWhateverItsCase) {
  EXPECT_TRUE(Matches("mish", kId));
  EXPECT_TRUE(Matches("ODD/FLOAT", kId));
  EXPECT_FALSE(Matches("int32", kId));
}

TEST(FilterExpression, NotBindsClosestThenAndThenOr) {
  EXPECT_TRUE(Matches("mish or x and y", kId));
  EXPECT_FALSE(Matches("(mish or x) and y", kId));
  EXPECT_TRUE(Matches("not x and mish", kId));
  EXPECT_FALSE(Matches("not (x or mish)", kId));
  EXPECT_TRUE(Matches("not not mish", kId));
}

TEST(FilterExpression, QuotesHoldSpacesAndKeywords) {
  EXPECT_TRUE(Matches("'is odd' and not \"is even\"", kId));
  EXPECT_FALSE(Matches("'and'", kId));
  EXPECT_TRUE(Matches("android or mish", kId));
}

TEST(FilterExpression, MistakesNameTheirColumn) {
  const auto message = [](const std::string& text) { return FilterExpression::Parse(text).status().ToString(); };
  EXPECT_THAT(message("a and"), testing::HasSubstr("a word is missing at its end (column 6)"));
  EXPECT_THAT(message("(a or b"), testing::HasSubstr("a ')' is missing (column 8)"));
  EXPECT_THAT(message("a b"), testing::HasSubstr("'b' isn't expected (column 3)"));
  EXPECT_THAT(message("a and or b"), testing::HasSubstr("a word is missing (column 7)"));
  EXPECT_THAT(message("'a"), testing::HasSubstr("a quote isn't closed (column 1)"));
  EXPECT_THAT(message("a)"), testing::HasSubstr("')' isn't expected (column 2)"));
  EXPECT_FALSE(FilterExpression::Parse(std::string(100000, '(')).ok());
}

}  // namespace
}  // namespace opdk::verify
