#include "sdk/tools/measure/roofline.h"

#include <gtest/gtest.h>

#include "sdk/tools/measure/roofline_file.h"

namespace opdk::verify {
namespace {

// Returns 100 GB/s up to 1 MiB, 10 GB/s beyond; writing costs twice as much.
measure::Peaks Planted(int threads, double factor = 1) {
  measure::Peaks peaks;
  peaks.threads = threads;
  peaks.float_giga_ops = 50 * factor;
  peaks.double_giga_ops = 25 * factor;
  peaks.byte_giga_ops = 200 * factor;
  for (const double written : {0.0, 1.0 / 3, 0.5, 1.0}) {
    for (const size_t bytes : {size_t{1} << 10, size_t{1} << 20, size_t{2} << 20, size_t{64} << 20}) {
      const double rate = (bytes <= (size_t{1} << 20) ? 100e9 : 10e9) * factor;
      peaks.moves.push_back({written, bytes, static_cast<double>(bytes) * (1 + written) / rate});
    }
  }
  return peaks;
}

TEST(Roofline, LeastTimeIsTheLongerOfMovingAndComputing) {
  const measure::Roofline roofline(1, {Planted(1)});
  EXPECT_NEAR(roofline.LeastSeconds({100'000, 0, 0, 0, 0}), 1e-6, 1e-12);
  EXPECT_NEAR(roofline.LeastSeconds({100'000, 0, 1e6, 0, 0}), 20e-6, 1e-12);
  EXPECT_NEAR(roofline.LeastSeconds({0, 0, 1e6, 1e6, 1e6}), (20 + 40 + 5) * 1e-6, 1e-12);
  EXPECT_EQ(roofline.Bound({100'000, 0, 1e6, 0, 0}), "compute");
  EXPECT_EQ(roofline.LeastSeconds({}), 0);
}

TEST(Roofline, BytesInACacheAreComparedWithTheCache) {
  const measure::Roofline roofline(1, {Planted(1)});
  EXPECT_NEAR(roofline.MoveSeconds(size_t{1} << 20, 0), 1048576 / 100e9, 1e-9);
  EXPECT_NEAR(roofline.MoveSeconds(size_t{32} << 20, 0), 33554432 / 10e9, 1e-6);
  // Beyond the largest and below the smallest in proportion.
  EXPECT_NEAR(roofline.MoveSeconds(size_t{640} << 20, 0), 671088640 / 10e9, 1e-6);
  EXPECT_NEAR(roofline.MoveSeconds(100, 0), 1e-9, 1e-12);
  EXPECT_EQ(measure::MemoryLevel(1, 1), "L1");
  EXPECT_EQ(measure::MemoryLevel(size_t{1} << 40, 1), "DRAM");
}

TEST(Roofline, SharesOfWritingAreInterpolated) {
  const measure::Roofline roofline(1, {Planted(1)});
  EXPECT_NEAR(roofline.MoveSeconds(75'000, 25'000), 1.25e-6, 1e-10);
  EXPECT_NEAR(roofline.MoveSeconds(0, 100'000), 2e-6, 1e-10);
  EXPECT_NEAR(roofline.MoveSeconds(25'000, 75'000), 1.75e-6, 1e-10);
}

TEST(Roofline, OneThreadCountsWhereItIsFaster) {
  const measure::Roofline roofline(2, {Planted(1), Planted(2, 0.5)});
  EXPECT_NEAR(roofline.MoveSeconds(100'000, 0), 1e-6, 1e-12);
}

TEST(RooflineFile, PeaksSurviveTheFileAndOtherTextIsRefused) {
  const auto read = measure::PeaksFrom(measure::PeaksText(Planted(2)));
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->threads, 2);
  EXPECT_EQ(read->moves.size(), 16U);
  EXPECT_EQ(measure::Roofline(2, {*read}).MoveSeconds(75'000, 25'000),
            measure::Roofline(2, {Planted(2)}).MoveSeconds(75'000, 25'000));
  for (const char* text : {"", "{}", "{\"form\": 1}", "[1", "{\"form\": 99}"}) {
    EXPECT_FALSE(measure::PeaksFrom(text).has_value()) << text;
  }
}

}  // namespace
}  // namespace opdk::verify
