#include <gtest/gtest.h>

#include <numeric>

#include "tests/sdk/api/tbe/evaluate.h"

namespace tbe {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Returns 0, 1, 2 … in a shape.
HostTensor Counted(const Dims& shape, DataType dtype = ge::DT_FLOAT) {
  int64_t count = 1;
  for (int64_t extent : shape) count *= extent;
  Numbers numbers(static_cast<size_t>(count));
  std::iota(numbers.begin(), numbers.end(), 0);
  return FromNumbers(dtype, shape, numbers);
}

TEST(TbeIndexed, GatherWithBatchDimsPairsTheFirstAxes) {
  Tensor params = Placeholder(0, {2, 3, 2}, ge::DT_FLOAT), indices = Placeholder(1, {2, 2}, ge::DT_INT32);
  const std::vector<HostTensor> in = {Counted({2, 3, 2}), FromNumbers(ge::DT_INT32, {2, 2}, {2, 0, -1, 1})};
  Tensor rows = gather(params, indices, 1, 1);
  EXPECT_THAT(rows.shape(), ElementsAre(2, 2, 2));
  EXPECT_THAT(ValuesOf(rows, in), SameNumbers(Numbers{4, 5, 0, 1, 10, 11, 8, 9}));
  const std::vector<HostTensor> last = {Counted({2, 3, 2}), FromNumbers(ge::DT_INT32, {2, 2}, {1, 0, 0, 0})};
  EXPECT_THAT(ValuesOf(gather(params, indices, -1, 1), last),
              SameNumbers(Numbers{1, 0, 3, 2, 5, 4, 6, 6, 8, 8, 10, 10}));
  EXPECT_EQ(ErrorOf([&] { gather(params, indices, 0, 1); }), "tbe::gather: axis 0 is among the 1 batch_dims");
  EXPECT_THAT(ErrorOf([&] {
                gather(params, Placeholder(1, {3, 2}, ge::DT_INT32), 1, 1);
              }),
              HasSubstr("the first 1 axes of params [2, 3, 2] and indices [3, 2] differ"));
}

TEST(TbeIndexed, GatherNdTakesTheSlicesThatRowsOfIndicesName) {
  Tensor params = Placeholder(0, {2, 3, 2}, ge::DT_FLOAT);
  const HostTensor values = Counted({2, 3, 2});
  Tensor slices = gather_nd(params, Placeholder(1, {2, 2}, ge::DT_INT64));
  EXPECT_THAT(slices.shape(), ElementsAre(2, 2));
  EXPECT_THAT(ValuesOf(slices, {values, FromNumbers(ge::DT_INT64, {2, 2}, {1, 2, 0, -1})}),
              SameNumbers(Numbers{10, 11, 4, 5}));
  EXPECT_THAT(ValuesOf(gather_nd(params, Placeholder(1, {3}, ge::DT_INT64)),
                       {values, FromNumbers(ge::DT_INT64, {3}, {1, 0, 1})}),
              SameNumbers(Numbers{7}));
  EXPECT_THAT(ValuesOf(gather_nd(params, Placeholder(1, {2, 1, 1}, ge::DT_INT64), 1),
                       {values, FromNumbers(ge::DT_INT64, {2, 1, 1}, {2, 0})}),
              SameNumbers(Numbers{4, 5, 6, 7}));
  EXPECT_THAT(ErrorOf([&] { gather_nd(params, Placeholder(1, {4}, ge::DT_INT64)); }), HasSubstr("don't fit the rank"));
  auto outside = Evaluate({gather_nd(params, Placeholder(1, {2}, ge::DT_INT64))},
                          {values, FromNumbers(ge::DT_INT64, {2}, {1, 3})});
  ASSERT_FALSE(outside.ok());
  EXPECT_EQ(outside.status().message(), "tbe::gather_nd: index 3 is outside axis 1 of [2, 3, 2]");
}

TEST(TbeIndexed, SetValueReplacesWhereTheConditionHolds) {
  Tensor x = Placeholder(0, {2, 3}, ge::DT_INT32);
  const HostTensor values = Counted({2, 3}, ge::DT_INT32);
  auto diagonal = [](const std::vector<Expr>& i) { return i[0] == i[1]; };
  EXPECT_THAT(ValuesOf(set_value(x, diagonal, 9), {values}), SameNumbers(Numbers{9, 1, 2, 3, 9, 5}));
  EXPECT_THAT(ValuesOf(set_value(x, diagonal, Param(7, ge::DT_INT32)), {values}),
              SameNumbers(Numbers{7, 1, 2, 3, 7, 5}));
  EXPECT_THAT(
      ValuesOf(set_value(x, diagonal, [](const auto& i) { return cast(i[1] * 10 - 1, ge::DT_INT32); }), {values}),
      SameNumbers(Numbers{-1, 1, 2, 3, 9, 5}));
  EXPECT_THAT(ValuesOf(set_value(x, diagonal, 0), {values}), SameNumbers(Numbers{0, 1, 2, 3, 0, 5}));
  EXPECT_THAT(ErrorOf([&] { set_value(x, diagonal, 0.5); }), HasSubstr("0.5 isn't a whole number"));
}

TEST(TbeIndexed, TransdataPadsIntoBlocksAndCropsThemAgain) {
  Tensor x = Placeholder(0, {1, 3, 2, 1}, ge::DT_FLOAT);
  const HostTensor values = Counted({1, 3, 2, 1});
  Tensor blocked = transdata(x, {1, 2, 2, 1, 2}, {{{0}, {0}}, {{1}, {1, 4}}, {{2}, {2}}, {{3}, {3}}}, -1);
  EXPECT_THAT(ValuesOf(blocked, {values}), SameNumbers(Numbers{0, 2, 1, 3, 4, -1, 5, -1}));
  Tensor back = transdata(blocked, {1, 3, 2, 1}, {{{0}, {0}}, {{1, 4}, {1}}, {{2}, {2}}, {{3}, {3}}});
  EXPECT_THAT(ValuesOf(back, {values}), SameNumbers(ToNumbers(values)));
  EXPECT_THAT(ErrorOf([&] { transdata(x, {1, 3}, {{{0}, {0}}, {{1}, {1}}}); }), HasSubstr("each axis"));
  EXPECT_THAT(ErrorOf([&] { transdata(x, {6}, {{{0, 1, 2, 3}, {0, 0}}}); }), HasSubstr("neither one to several"));
}

TEST(TbeIndexed, DilationSpreadsElements) {
  Tensor x = Placeholder(0, {2, 2}, ge::DT_FLOAT);
  const HostTensor values = FromNumbers(ge::DT_FLOAT, {2, 2}, {1, 2, 3, 4});
  Tensor spread = dilation(x, {1, 3}, {{0, 1}, {1, 0}}, 9);
  EXPECT_THAT(spread.shape(), ElementsAre(3, 5));
  EXPECT_THAT(ValuesOf(spread, {values}), SameNumbers(Numbers{9, 1, 9, 9, 2, 9, 3, 9, 9, 4, 9, 9, 9, 9, 9}));
  EXPECT_EQ(ErrorOf([&] {
              dilation(x, {0, 1});
            }),
            "tbe::dilation: axis 0 of float[2, 2] can't be dilated by 0 and padded by 0 and 0");
}

TEST(TbeIndexed, PackedComparisonsSelectAsUnpackedOnes) {
  Tensor x = Placeholder(0, {2, 16}, ge::DT_FLOAT);
  Tensor packed = vcmp(x, 20, "lt", "bit");
  EXPECT_EQ(packed.dtype(), ge::DT_UINT8);
  EXPECT_THAT(ValuesOf(packed, {Counted({2, 16})}), SameNumbers(Numbers{255, 255, 15, 0}));
  EXPECT_THAT(ValuesOf(vsel(packed, x, 0.0) - vsel(x < 20, x, 0.0), {Counted({2, 16})}), SameNumbers(Numbers(32, 0)));
  EXPECT_THAT(ErrorOf([&] { vcmp(Placeholder(0, {12}, ge::DT_FLOAT), 0, "lt", "bit"); }), HasSubstr("can't be packed"));
}

TEST(TbePooling, ExtentsFollowTensorFlowAndCaffe) {
  Tensor x = Placeholder(0, {1, 1, 5, 5}, ge::DT_FLOAT);
  const HostTensor values = Counted({1, 1, 5, 5});
  EXPECT_THAT(ValuesOf(pooling2d(x, {2, 2}, {2, 2}, "MAX"), {values}),
              SameNumbers(Numbers{6, 8, 9, 16, 18, 19, 21, 23, 24}));
  EXPECT_THAT(ValuesOf(pooling2d(x, {2, 2}, {2, 2}, "AVG", "VALID"), {values}), SameNumbers(Numbers{3, 5, 13, 15}));
  EXPECT_THAT(ValuesOf(pooling2d(x, {2, 2}, {2, 2}, "AVG"), {values}),
              SameNumbers(Numbers{3, 5, 6.5, 13, 15, 16.5, 20.5, 22.5, 24}));
  // In Caffe padding counts as zeros; positions beyond it, which the rounded-up extent reaches, don't count.
  EXPECT_THAT(ValuesOf(pooling2d(x, {2, 2}, {2, 2}, "AVG", "SAME", {1, 0, 1, 0}, {}, 0, 0), {values}),
              SameNumbers(Numbers{0, 0.75, 1.75, 3.75, 9, 11, 8.75, 19, 21}));
  EXPECT_THAT(ValuesOf(pooling2d(x, {2, 2}, {2, 2}, "AVG", "SAME", {}, {}, 0, 0), {values}),
              SameNumbers(Numbers{3, 5, 6.5, 13, 15, 16.5, 20.5, 22.5, 24}));
  EXPECT_THAT(pooling2d(x, {2, 2}, {2, 2}, "MAX", "SAME", {}, {}, 0, 1).shape(), ElementsAre(1, 1, 2, 2));
  EXPECT_THAT(ValuesOf(pooling2d(x, {}, {}, "GAP"), {values}), SameNumbers(Numbers{12}));
  EXPECT_THAT(ErrorOf([&] { pooling2d(x, {2, 2}, {2, 2}, "AVE"); }), HasSubstr("did you mean AVG?"));
  Tensor volume = Placeholder(0, {1, 1, 2, 2, 3}, ge::DT_FLOAT);
  EXPECT_THAT(ValuesOf(pooling3d(volume, {2, 2, 2}, {1, 1, 1}, "VALID"), {Counted({1, 1, 2, 2, 3})}),
              SameNumbers(Numbers{10, 11}));
  EXPECT_THAT(pooling3d(volume, {2, 2, 2}, {1, 1, 1}, "CALCULATED", {0, 0, 1, 0, 0, 0}).shape(),
              ElementsAre(1, 1, 1, 2, 2));
}

}  // namespace
}  // namespace tbe
