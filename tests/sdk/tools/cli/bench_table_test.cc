#include "sdk/tools/cli/bench_table.h"

#include <gmock/gmock.h>

namespace opdk::cli {
namespace {

using testing::HasSubstr;
using verify::BenchRow;

BenchRow RowOf(const std::string& id, double center) {
  BenchRow row;
  row.id = id;
  for (int i = 0; i < 8; ++i) row.rounds.push_back({center * (1 + 0.001 * i), center * (1 + 0.002 * i)});
  return row;
}

TEST(BenchTable, TimesHaveThreeDigitsAndTheBarEndsAtAHundredPercent) {
  EXPECT_EQ(TimeText(1.234e-8), "12.3 ns");
  EXPECT_EQ(TimeText(0.0123456), "12.3 ms");
  EXPECT_EQ(TimeText(123.4), "123 s");
  EXPECT_EQ(ShareBar(0.5), "█████░░░░░   50 %");
  EXPECT_EQ(ShareBar(1.3), "██████████  130 %");
}

TEST(BenchTable, NotesUnusualTimes) {
  BenchRow row = RowOf("a", 1e-3);
  row.op = "Conv";
  row.measured.work = {1000, 1000, 1e6, 0, 0};
  row.least_seconds = 1.3e-3;
  row.bound = "compute";
  EXPECT_THAT(BenchTable({row}, false), HasSubstr("above 100 %"));
  EXPECT_THAT(BenchTable({row}, false), HasSubstr("~ there is no expression"));
  row.measured.counted_from_expression = true;
  row.least_seconds = 0.5e-3;
  EXPECT_THAT(BenchTable({row}, false), testing::Not(HasSubstr("above 100 %")));
  EXPECT_THAT(BenchTable({row}, false), testing::Not(HasSubstr("~")));
}

TEST(ComparisonTable, CountsTheVerdictsAndSaysHowMuchSlower) {
  verify::BenchResults before;
  before.rows = {RowOf("a", 1e-3), RowOf("b", 1e-3), RowOf("c", 1e-3)};
  verify::BenchResults now;
  now.rows = {RowOf("c", 0.5e-3), RowOf("b", 1.4e-3), RowOf("a", 1e-3)};
  const auto rows = verify::CompareRows(before, now, 0.05);
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_THAT(ComparisonTable(rows, "x.json", false), HasSubstr("1 faster, 1 the same, 0 unsure, 1 slower"));
  EXPECT_THAT(SlowerLine(rows[1], false), HasSubstr("SLOWER b: 1.40 times (1.39 … 1.41)"));
}

}  // namespace
}  // namespace opdk::cli
