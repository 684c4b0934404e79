#include <gtest/gtest.h>

#include "tbe/dsl.h"
#include "tests/sdk/api/tbe/evaluate.h"

namespace tbe {
namespace {

using ::testing::HasSubstr;

TEST(TbeSegment, RowsOfAnIdAreCombinedAndUnnamedSegmentsHoldTheInitialValue) {
  Tensor x = Placeholder(0, {4, 2}, ge::DT_FLOAT), ids = Placeholder(1, {4}, ge::DT_INT32);
  const std::vector<HostTensor> in = {FromNumbers(ge::DT_FLOAT, {4, 2}, {1, 2, 3, 4, 5, 6, 7, 8}),
                                      FromNumbers(ge::DT_INT32, {4}, {2, 0, 2, -1})};
  EXPECT_THAT(ValuesOf(unsorted_segment_sum(x, ids, 3), in), SameNumbers(Numbers{3, 4, 0, 0, 6, 8}));
  EXPECT_THAT(ValuesOf(unsorted_segment_mean(x, ids, 3, -1), in), SameNumbers(Numbers{3, 4, -1, -1, 3, 4}));
  EXPECT_THAT(ValuesOf(unsorted_segment_prod(x, ids, 3, 9), in), SameNumbers(Numbers{3, 4, 9, 9, 5, 12}));
  EXPECT_THAT(ValuesOf(unsorted_segment_min(x, ids, 3), in), SameNumbers(Numbers{3, 4, 0, 0, 1, 2}));
  EXPECT_THAT(ValuesOf(unsorted_segment_max(x, ids, 3), in), SameNumbers(Numbers{3, 4, 0, 0, 5, 6}));
}

TEST(TbeSegment, RowsInPlaceCountEachOccurrenceAndTheLastUpdateWins) {
  Tensor lhs = Placeholder(0, {3}, ge::DT_INT8), ids = Placeholder(1, {3}, ge::DT_INT64),
         rhs = Placeholder(2, {3}, ge::DT_INT8);
  const std::vector<HostTensor> in = {FromNumbers(ge::DT_INT8, {3}, {10, 20, 30}),
                                      FromNumbers(ge::DT_INT64, {3}, {1, 1, 3}),
                                      FromNumbers(ge::DT_INT8, {3}, {1, 2, 3})};
  EXPECT_THAT(ValuesOf(inplace_add(lhs, ids, rhs), in), SameNumbers(Numbers{10, 23, 30}));
  EXPECT_THAT(ValuesOf(inplace_sub(lhs, ids, rhs), in), SameNumbers(Numbers{10, 17, 30}));
  EXPECT_THAT(ValuesOf(inplace_update(lhs, ids, rhs), in), SameNumbers(Numbers{10, 2, 30}));
}

TEST(TbeSegment, RefusesRowsAndIdsThatDoNotFit) {
  Tensor x = Placeholder(0, {4, 2}, ge::DT_FLOAT), ids = Placeholder(1, {4}, ge::DT_INT32);
  EXPECT_THAT(ErrorOf([&] { unsorted_segment_sum(x, Placeholder(1, {3}, ge::DT_INT32), 3); }),
              HasSubstr("unsorted_segment_sum: the shape [3] of the ids isn't how the shape [4, 2]"));
  EXPECT_THAT(ErrorOf([&] { unsorted_segment_sum(x, x, 3); }), HasSubstr("int32 or int64 ids"));
  EXPECT_THAT(ErrorOf([&] { unsorted_segment_sum(x, ids, -1); }), HasSubstr("num_segments is -1"));
  EXPECT_THAT(ErrorOf([&] { inplace_add(x, ids, Placeholder(2, {4, 3}, ge::DT_FLOAT)); }), HasSubstr("differ"));
  EXPECT_THAT(ErrorOf([&] {
                inplace_add(x, ids, Placeholder(2, {4, 2}, ge::DT_INT32));
              }),
              HasSubstr("lhs is float[4, 2], rhs is int32[4, 2]: cast_to one of them"));
}

}  // namespace
}  // namespace tbe
