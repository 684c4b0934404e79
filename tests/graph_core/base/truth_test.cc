#include "graph_core/base/truth.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace opdk {
namespace {

template <typename T>
bool Truth(ge::DataType dtype, T value) {
  return IsTrue(dtype, {}, &value);
}

TEST(Truth, TheValueOfASingleElementCounts) {
  EXPECT_TRUE(Truth<uint8_t>(ge::DT_BOOL, 1));
  EXPECT_FALSE(Truth<uint8_t>(ge::DT_BOOL, 0));
  EXPECT_TRUE(Truth<int64_t>(ge::DT_INT64, int64_t{1} << 40));
  EXPECT_FALSE(Truth<int32_t>(ge::DT_INT32, 0));
  EXPECT_TRUE(Truth<float>(ge::DT_FLOAT, std::numeric_limits<float>::denorm_min()));
  EXPECT_TRUE(Truth<float>(ge::DT_FLOAT, std::numeric_limits<float>::quiet_NaN()));
}

TEST(Truth, MinusZeroIsFalse) {
  EXPECT_FALSE(Truth<float>(ge::DT_FLOAT, -0.0f));
  EXPECT_FALSE(Truth<double>(ge::DT_DOUBLE, -0.0));
  EXPECT_FALSE(Truth<uint16_t>(ge::DT_FLOAT16, 0x8000));
  EXPECT_FALSE(Truth<uint16_t>(ge::DT_BF16, 0x8000));
  EXPECT_TRUE(Truth<uint16_t>(ge::DT_FLOAT16, 0x8001));
}

TEST(Truth, OtherTensorsAreTrueUnlessTheyAreEmpty) {
  const float zeros[2] = {};
  EXPECT_TRUE(IsTrue(ge::DT_FLOAT, std::vector<int64_t>{2}, zeros));
  EXPECT_FALSE(IsTrue(ge::DT_FLOAT, std::vector<int64_t>{2, 0}, zeros));
  EXPECT_FALSE(IsTrue(ge::DT_FLOAT, std::vector<int64_t>{1, 1}, zeros));
}

}  // namespace
}  // namespace opdk
