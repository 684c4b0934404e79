#include "tbe/pointer_index.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <stdexcept>
#include <utility>
#include <vector>

namespace tbe {
namespace {

class PointerIndexOf : public testing::TestWithParam<size_t> {};

// Sizes around the numbers at which the addresses move to a table, and at which the table grows.
TEST_P(PointerIndexOf, NumbersAddressesInTheOrderInWhichTheyCame) {
  std::vector<std::pair<char, char>> places(GetParam() + 1);
  PointerIndex index;
  for (size_t i = 0; i < GetParam(); ++i) {
    EXPECT_EQ(index.Add(&places[i]), (std::pair<size_t, bool>(i, true)));
    EXPECT_EQ(index.Add(&places[i / 2]), (std::pair<size_t, bool>(i / 2, false)));
    EXPECT_THROW(index.At(&places[i + 1]), std::out_of_range);
  }
  for (size_t i = 0; i < GetParam(); ++i) EXPECT_EQ(index.At(&places[i]), i);
}

INSTANTIATE_TEST_SUITE_P(Sizes, PointerIndexOf, testing::Values(0, 1, 15, 16, 17, 31, 32, 33, 64, 1000));

}  // namespace
}  // namespace tbe
