#include "sdk/tools/measure/statistics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace opdk::verify {
namespace {

// Rounds whose level differs from one to the next by `between`, with samples that spread by `within` and now and then
// take three times as long.
measure::Rounds Draw(std::mt19937_64& generator, double level, double between, double within, size_t rounds,
                     size_t samples) {
  std::normal_distribution<double> of_round(0, between);
  std::normal_distribution<double> of_sample(0, within);
  measure::Rounds drawn(rounds);
  for (std::vector<double>& round : drawn) {
    const double base = level * std::exp(of_round(generator));
    for (size_t i = 0; i < samples; ++i) {
      round.push_back(base * std::exp(of_sample(generator)) * (generator() % 20 == 0 ? 3 : 1));
    }
  }
  return drawn;
}

TEST(Statistics, QuantilesLieBetweenNeighbours) {
  EXPECT_EQ(measure::Median({3, 1, 2}), 2);
  EXPECT_EQ(measure::Median({4, 1, 2, 3}), 2.5);
  EXPECT_EQ(measure::Quantile({5, 1, 2, 4, 3}, 0), 1);
  EXPECT_EQ(measure::Quantile({5, 1, 2, 4, 3}, 1), 5);
  EXPECT_DOUBLE_EQ(measure::Quantile({5, 1, 2, 4, 3}, 0.1), 1.4);
  EXPECT_EQ(measure::Median({7}), 7);
}

TEST(Statistics, OneSlowRoundDoesNotMoveTheMedian) {
  EXPECT_EQ(measure::MedianOf({{1, 1, 1}, {1, 2, 1}, {9, 9, 9}}), 1);
}

TEST(Statistics, IntervalHoldsThePlantedMedianAboutAsOftenAsItSays) {
  std::mt19937_64 generator(7);
  int held = 0;
  for (int i = 0; i < 200; ++i) {
    const measure::Interval interval = measure::MedianInterval(Draw(generator, 1, 0.05, 0.02, 10, 15));
    ASSERT_LE(interval.low, interval.high);
    held += interval.low <= 1.003 && interval.high >= 1.003 ? 1 : 0;
  }
  EXPECT_GE(held, 175);
  EXPECT_LT(held, 200) << "an interval that always holds says nothing";
}

TEST(Statistics, IntervalGrowsWithTheNoiseBetweenRoundsNotWithTheNumberOfSamples) {
  std::mt19937_64 generator(3);
  const auto width = [&](double between, size_t samples) {
    const measure::Interval interval = measure::MedianInterval(Draw(generator, 1, between, 0.02, 10, samples));
    return interval.high - interval.low;
  };
  EXPECT_GT(width(0.1, 50), 3 * width(0.01, 50));
  EXPECT_GT(width(0.1, 400), 3 * width(0.01, 10));
}

TEST(Statistics, PlantedSlowdownIsFoundAndEqualRoundsAreNot) {
  std::mt19937_64 generator(11);
  int false_alarms = 0;
  for (int i = 0; i < 100; ++i) {
    const measure::Rounds before = Draw(generator, 1, 0.02, 0.02, 10, 15);
    const measure::Ratio slower = measure::PairedRatio(before, Draw(generator, 1.2, 0.02, 0.02, 10, 15));
    EXPECT_NEAR(slower.ratio, 1.2, 0.08);
    EXPECT_GT(slower.interval.low, 1.05);
    false_alarms += measure::PairedRatio(before, Draw(generator, 1, 0.02, 0.02, 10, 15)).interval.low > 1.05 ? 1 : 0;
  }
  EXPECT_EQ(false_alarms, 0);
}

TEST(Statistics, DriftThatBothShareCancelsInPairsOnly) {
  measure::Rounds before, now;
  for (int i = 0; i < 10; ++i) {
    const double drift = 1 + 0.2 * i;
    before.push_back({drift});
    now.push_back({drift * 1.1});
  }
  const measure::Ratio paired = measure::PairedRatio(before, now);
  EXPECT_NEAR(paired.ratio, 1.1, 1e-9);
  EXPECT_NEAR(paired.interval.high - paired.interval.low, 0, 1e-9);
  const measure::Ratio unpaired = measure::UnpairedRatio(before, now);
  EXPECT_LT(unpaired.interval.low, 1);
  EXPECT_GT(unpaired.interval.high, 1.2);
}

}  // namespace
}  // namespace opdk::verify
