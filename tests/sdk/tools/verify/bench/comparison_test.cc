#include "sdk/tools/verify/bench/comparison.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace opdk::verify {
namespace {

BenchRow RowOf(const std::string& id, double center) {
  BenchRow row;
  row.id = id;
  for (int i = 0; i < 8; ++i) row.rounds.push_back({center * (1 + 0.001 * i), center * (1 + 0.002 * i)});
  return row;
}

TEST(Comparison, VerdictNeedsTheWholeInterval) {
  EXPECT_EQ(Judge(measure::Interval{1.051, 1.2}, 0.05), Verdict::kSlower);
  EXPECT_EQ(Judge(measure::Interval{1.04, 2.0}, 0.05), Verdict::kUnsure);
  EXPECT_EQ(Judge(measure::Interval{0.97, 1.04}, 0.05), Verdict::kSame);
  EXPECT_EQ(Judge(measure::Interval{0.5, 0.94}, 0.05), Verdict::kFaster);
  EXPECT_EQ(Judge(measure::Interval{0.5, 1.0}, 0.05), Verdict::kUnsure);
}

TEST(Comparison, RowsAreMatchedByIdAndJudged) {
  BenchResults before;
  before.rows = {RowOf("a", 1e-3), RowOf("b", 1e-3), RowOf("c", 1e-3), RowOf("gone", 1)};
  BenchResults now;
  now.rows = {RowOf("c", 0.5e-3), RowOf("b", 1.4e-3), RowOf("a", 1e-3), RowOf("fresh", 1)};
  const auto rows = CompareRows(before, now, 0.05);
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0].verdict, Verdict::kFaster);
  EXPECT_EQ(rows[1].verdict, Verdict::kSlower);
  EXPECT_EQ(rows[2].verdict, Verdict::kSame);
  EXPECT_NEAR(rows[1].ratio.ratio, 1.4, 1e-9);
}

TEST(BenchRowFile, SurvivesTheWayThroughJson) {
  BenchResults results;
  results.machine = {"some CPU", {"avx2"}, 4};
  results.command = "opdk bench";
  results.rows = {RowOf("a", 1e-3)};
  results.rows[0].op = "Add";
  results.rows[0].measured.work = {100, 50, 7, 0, 3};
  results.rows[0].measured.kernel = "add";
  results.rows[0].measured.dispatch = Dispatch{3e-7, 1e-7};
  BenchRow failed;
  failed.id = "b";
  failed.error = Status(ErrorCode::kKernelCrashed, "crashed").At("there").Hint("look");
  results.rows.push_back(failed);
  const auto read = BenchResultsFrom(ToJson(results).dump(), "file");
  ASSERT_TRUE(read.ok()) << read.status().ToString();
  EXPECT_EQ(read->machine, results.machine);
  EXPECT_EQ(read->rows[0].rounds, results.rows[0].rounds);
  EXPECT_EQ(read->rows[0].measured.work.ops(), 10);
  EXPECT_NEAR(read->rows[0].measured.dispatch->seconds(), 2e-7, 1e-12);
  EXPECT_EQ(read->rows[1].error.ToString(), failed.error.ToString());
}

}  // namespace
}  // namespace opdk::verify
