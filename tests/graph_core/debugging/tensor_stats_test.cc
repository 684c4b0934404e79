#include "graph_core/debugging/tensor_stats.h"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <complex>
#include <limits>
#include <vector>

namespace opdk {
namespace {

template <typename T>
std::span<const std::byte> Bytes(const std::vector<T>& values) {
  return std::as_bytes(std::span(values));
}

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

TEST(TensorStats, FiniteNumbersGiveRangeAndMean) {
  const std::vector<float> values = {kNan, 4, -kInf, -2, kInf};
  const auto stats = StatsOf(ge::DT_FLOAT, Bytes(values));
  ASSERT_TRUE(stats);
  EXPECT_EQ(stats->count, 5);
  EXPECT_EQ(stats->nans, 1);
  EXPECT_EQ(stats->infinities, 2);
  EXPECT_EQ(stats->min, -2);
  EXPECT_EQ(stats->max, 4);
  EXPECT_EQ(stats->mean, 1);
}

TEST(TensorStats, OfHalfWholeAndComplexNumbers) {
  const std::vector<Eigen::half> halves = {Eigen::half(1), Eigen::half(2)};
  EXPECT_EQ(StatsOf(ge::DT_FLOAT16, Bytes(halves))->mean, 1.5);
  const std::vector<int64_t> whole = {-3, 5};
  EXPECT_EQ(StatsOf(ge::DT_INT64, Bytes(whole))->min, -3);
  const std::vector<std::complex<float>> complex = {{1, 2}, {3, kNan}};
  const auto stats = StatsOf(ge::DT_COMPLEX64, Bytes(complex));
  EXPECT_EQ(stats->count, 4);
  EXPECT_EQ(stats->nans, 1);
  EXPECT_EQ(stats->mean, 2);
}

TEST(TensorStats, EmptyTensorsHaveCountZeroAndPackedTypesHaveNone) {
  EXPECT_EQ(StatsOf(ge::DT_FLOAT, {})->count, 0);
  const std::vector<uint8_t> bytes = {1, 2};
  EXPECT_FALSE(StatsOf(ge::DT_INT4, Bytes(bytes)));
}

TEST(TensorStats, NonFiniteNumbersAreFound) {
  EXPECT_TRUE(HasNonFinite(ge::DT_FLOAT, Bytes(std::vector<float>{1, kNan})));
  EXPECT_TRUE(HasNonFinite(ge::DT_BF16, Bytes(std::vector<Eigen::bfloat16>{Eigen::bfloat16(kInf)})));
  EXPECT_TRUE(HasNonFinite(ge::DT_COMPLEX64, Bytes(std::vector<float>{1, -kInf})));
  EXPECT_FALSE(HasNonFinite(ge::DT_FLOAT, Bytes(std::vector<float>{1, std::numeric_limits<float>::max()})));
  EXPECT_FALSE(HasNonFinite(ge::DT_INT32, Bytes(std::vector<int32_t>{0x7F800000})));
}

}  // namespace
}  // namespace opdk
