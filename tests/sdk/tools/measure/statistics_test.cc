#include "sdk/tools/measure/statistics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace opdk::verify {
namespace {

// Rounds whose level differs from one to the next by `between`, with samples that spread by `within` and now and then
// take three times as long.
Rounds Draw(std::mt19937_64& generator, double level, double between, double within, size_t rounds, size_t samples) {
  std::normal_distribution<double> of_round(0, between);
  std::normal_distribution<double> of_sample(0, within);
  Rounds drawn(rounds);
  for (std::vector<double>& round : drawn) {
    const double base = level * std::exp(of_round(generator));
    for (size_t i = 0; i < samples; ++i) {
      round.push_back(base * std::exp(of_sample(generator)) * (generator() % 20 == 0 ? 3 : 1));
    }
  }
  return drawn;
}

TEST(Statistics, QuantilesLieBetweenNeighbours) {
  EXPECT_EQ(Median({3, 1, 2}), 2);
  EXPECT_EQ(Median({4, 1, 2, 3}), 2.5);
  EXPECT_EQ(Quantile({5, 1, 2, 4, 3}, 0), 1);
  EXPECT_EQ(Quantile({5, 1, 2, 4, 3}, 1), 5);
  EXPECT_DOUBLE_EQ(Quantile({5, 1, 2, 4, 3}, 0.1), 1.4);
  EXPECT_EQ(Median({7}), 7);
}

TEST(Statistics, OneSlowRoundDoesNotMoveTheMedian) { EXPECT_EQ(MedianOf({{1, 1, 1}, {1, 2, 1}, {9, 9, 9}}), 1); }

TEST(Statistics, IntervalHoldsThePlantedMedianAboutAsOftenAsItSays) {
  std::mt19937_64 generator(7);
  int held = 0;
  for (int i = 0; i < 200; ++i) {
    const Interval interval = MedianInterval(Draw(generator, 1, 0.05, 0.02, 10, 15));
    ASSERT_LE(interval.low, interval.high);
    held += interval.low <= 1.003 && interval.high >= 1.003 ? 1 : 0;
  }
  EXPECT_GE(held, 175);
  EXPECT_LT(held, 200) << "an interval that always holds says nothing";
}

TEST(Statistics, IntervalGrowsWithTheNoiseBetweenRoundsNotWithTheNumberOfSamples) {
  std::mt19937_64 generator(3);
  const auto width = [&](double between, size_t samples) {
    const Interval interval = MedianInterval(Draw(generator, 1, between, 0.02, 10, samples));
    return interval.high - interval.low;
  };
  EXPECT_GT(width(0.1, 50), 3 * width(0.01, 50));
  EXPECT_GT(width(0.1, 400), 3 * width(0.01, 10));
}

TEST(Statistics, PlantedSlowdownIsFoundAndEqualRoundsAreNot) {
  std::mt19937_64 generator(11);
  int false_alarms = 0;
  for (int i = 0; i < 100; ++i) {
    const Rounds before = Draw(generator, 1, 0.02, 0.02, 10, 15);
    const Ratio slower = PairedRatio(before, Draw(generator, 1.2, 0.02, 0.02, 10, 15));
    EXPECT_NEAR(slower.ratio, 1.2, 0.08);
    EXPECT_GT(slower.interval.low, 1.05);
    false_alarms += PairedRatio(before, Draw(generator, 1, 0.02, 0.02, 10, 15)).interval.low > 1.05 ? 1 : 0;
  }
  EXPECT_EQ(false_alarms, 0);
}

TEST(Statistics, DriftThatBothShareCancelsInPairsOnly) {
  Rounds before, now;
  for (int i = 0; i < 10; ++i) {
    const double drift = 1 + 0.2 * i;
    before.push_back({drift});
    now.push_back({drift * 1.1});
  }
  const Ratio paired = PairedRatio(before, now);
  EXPECT_NEAR(paired.ratio, 1.1, 1e-9);
  EXPECT_NEAR(paired.interval.high - paired.interval.low, 0, 1e-9);
  const Ratio unpaired = UnpairedRatio(before, now);
  EXPECT_LT(unpaired.interval.low, 1);
  EXPECT_GT(unpaired.interval.high, 1.2);
}

}  // namespace
}  // namespace opdk::verify
