#include "graph_core/engines/ai_core/direct/index_range.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace opdk {
namespace {

template <typename T>
void ExpectRangeIsExact(int64_t low, int64_t high) {
  const std::vector<int64_t> values = {
      std::numeric_limits<T>::min(),     std::numeric_limits<T>::min() + 1, low - 1, low, -1, 0, 1, high, high + 1,
      std::numeric_limits<T>::max() - 1, std::numeric_limits<T>::max()};
  for (const int64_t count : {int64_t{1}, kIndexBlock - 1, kIndexBlock, kIndexBlock + 1}) {
    for (const int64_t value : values) {
      if (high < low && count > 1) continue;  // no index is inside
      std::vector<T> indices(static_cast<size_t>(count), static_cast<T>(high));
      indices.back() = static_cast<T>(value);
      EXPECT_EQ(AreInside(indices.data(), count, low, high), value >= low && value <= high) << value << " of " << count;
    }
  }
}

TEST(IndexRange, HoldsItsEndsAndNothingBeyond) {
  for (const auto& [low, high] : {std::pair<int64_t, int64_t>{-7, 6}, {0, 6}, {-1, 0}, {0, 0}, {0, -1}}) {
    ExpectRangeIsExact<int32_t>(low, high);
    ExpectRangeIsExact<int64_t>(low, high);
  }
  ExpectRangeIsExact<int64_t>(-(int64_t{1} << 61), (int64_t{1} << 61) - 1);
}

TEST(IndexRange, AnEmptyListOfIndicesIsInside) { EXPECT_TRUE(AreInside<int64_t>(nullptr, 0, 0, -1)); }

}  // namespace
}  // namespace opdk
