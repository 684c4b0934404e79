#include "tbe/schedule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tbe/dsl.h"
#include "tbe/hash.h"
#include "tbe/print.h"
#include "tests/sdk/api/tbe/evaluate.h"

namespace tbe {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

Tensor Value() { return vexp(Placeholder(0, {4, 6}, ge::DT_FLOAT)); }

std::string Refusal(const Tensor& x, const ScheduleHints& hints) {
  try {
    schedule_hint(x, hints);
  } catch (const ExpressionError& error) {
    EXPECT_EQ(error.status().code(), opdk::ErrorCode::kExpression);
    return error.status().message();
  }
  return "";
}

TEST(ScheduleHint, IsPrintedAndPartOfTheFingerprint) {
  const Tensor plain = Value();
  const ScheduleHints all[] = {{.materialize = true},    {.recompute = true},           {.no_fuse = true},
                               {.tiles = {{-1, 16}}},    {.tiles = {{0, 16}}},          {.tiles = {{0, 8}}},
                               {.parallel_above = 1000}, {.parallel_above = int64_t{0}}};
  std::vector<std::string> texts{Print({plain})};
  std::vector<Fingerprint> hashes{Hash({plain})};
  for (const ScheduleHints& hints : all) {
    const Tensor hinted = schedule_hint(plain, hints);
    for (const std::string& text : texts) EXPECT_NE(Print({hinted}), text);
    for (const Fingerprint& hash : hashes) EXPECT_FALSE(Hash({hinted}) == hash);
    texts.push_back(Print({hinted}));
    hashes.push_back(Hash({hinted}));
  }
  EXPECT_THAT(texts[4], HasSubstr("hint tile 1 16"));
}

TEST(ScheduleHint, NoHintsChangeNothing) {
  EXPECT_EQ(Print({schedule_hint(Value(), {})}), Print({Value()}));
  EXPECT_TRUE(Hash({schedule_hint(Value(), {})}) == Hash({Value()}));
}

TEST(ScheduleHint, HintsOfTwoCallsAddUp) {
  const Tensor hinted = schedule_hint(schedule_hint(Value(), {.no_fuse = true}), {.tiles = {{0, 8}}});
  EXPECT_TRUE(hinted->hints.no_fuse);
  ASSERT_EQ(hinted->hints.tiles.size(), 1U);
}

TEST(ScheduleHint, NonsenseIsRefusedWithTheCallTheValueAndTheReason) {
  EXPECT_THAT(Refusal(Value(), {.materialize = true, .recompute = true}),
              AllOf(HasSubstr("tbe::schedule_hint"), HasSubstr("materialize and recompute"), HasSubstr("float[4, 6]")));
  EXPECT_THAT(Refusal(schedule_hint(Value(), {.materialize = true}), {.recompute = true}), HasSubstr("one of them"));
  EXPECT_THAT(Refusal(Value(), {.tiles = {{2, 8}}}), HasSubstr("axis 2 is outside a rank of 2"));
  EXPECT_THAT(Refusal(Value(), {.tiles = {{-3, 8}}}), HasSubstr("axis -3"));
  EXPECT_THAT(Refusal(Value(), {.tiles = {{0, 0}}}), HasSubstr("a tile of 0 elements along axis 0"));
  EXPECT_THAT(Refusal(Value(), {.tiles = {{0, -8}}}), HasSubstr("a tile of -8"));
  EXPECT_THAT(Refusal(Value(), {.tiles = {{1, 8}, {-1, 16}}}), HasSubstr("tiles of 8 and of 16 elements along axis 1"));
  EXPECT_THAT(Refusal(Value(), {.parallel_above = -1}), HasSubstr("parallel_above -1"));
  EXPECT_THAT(Refusal(Placeholder(0, {4}, ge::DT_FLOAT), {.materialize = true}), HasSubstr("an input, float[4]"));
  EXPECT_THAT(Refusal(Const(1.0, ge::DT_FLOAT), {.no_fuse = true}), HasSubstr("a number"));
  EXPECT_THAT(Refusal(Tensor(), {}), HasSubstr("absent tensor"));
}

}  // namespace
}  // namespace tbe
