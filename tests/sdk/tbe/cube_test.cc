#include "tbe/cube.h"

#include "tests/sdk/tbe/evaluate.h"

namespace tbe {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(TbeMatmul, MultipliesTransposesAndAddsBias) {
  const HostTensor a = FromNumbers(ge::DT_FLOAT, {2, 3}, {1, 2, 3, 4, 5, 6});
  const HostTensor b = FromNumbers(ge::DT_FLOAT, {3, 2}, {1, 0, 0, 1, 2, 2});
  Tensor ta = Placeholder(0, {2, 3}, ge::DT_FLOAT), tb = Placeholder(1, {3, 2}, ge::DT_FLOAT);
  EXPECT_THAT(ValuesOf(matmul(ta, tb), {a, b}), SameNumbers(Numbers{7, 8, 16, 17}));
  Tensor bias = Placeholder(2, {2}, ge::DT_FLOAT);
  EXPECT_THAT(ValuesOf(matmul(ta, tb, false, false, bias), {a, b, FromNumbers(ge::DT_FLOAT, {2}, {10, 20})}),
              SameNumbers(Numbers{17, 28, 26, 37}));
  // [3, 2]ᵀ [2, 3]ᵀ = ([2, 3] [3, 2])ᵀ.
  EXPECT_THAT(ValuesOf(matmul(tb, ta, true, true), {a, b}), SameNumbers(Numbers{7, 16, 8, 17}));
}

TEST(TbeMatmul, BatchAxesBroadcast) {
  Tensor a = Placeholder(0, {2, 1, 1, 2}, ge::DT_INT32), b = Placeholder(1, {2, 2, 1}, ge::DT_INT32);
  Tensor y = matmul(a, b);
  EXPECT_THAT(y.shape(), ElementsAre(2, 2, 1, 1));
  EXPECT_THAT(ValuesOf(y, {FromNumbers(ge::DT_INT32, {2, 1, 1, 2}, {1, 2, 3, 4}),
                           FromNumbers(ge::DT_INT32, {2, 2, 1}, {1, 1, 10, 100})}),
              SameNumbers(Numbers{3, 210, 7, 430}));
}

TEST(TbeMatmul, EmptyInnerExtentGivesZeros) {
  Tensor y = matmul(Placeholder(0, {2, 0}, ge::DT_FLOAT), Placeholder(1, {0, 1}, ge::DT_FLOAT));
  EXPECT_THAT(ValuesOf(y, {FromNumbers(ge::DT_FLOAT, {2, 0}, {}), FromNumbers(ge::DT_FLOAT, {0, 1}, {})}),
              SameNumbers(Numbers{0, 0}));
  Tensor biased = matmul(Placeholder(0, {2, 0}, ge::DT_FLOAT), Placeholder(1, {0, 1}, ge::DT_FLOAT), false, false,
                         Placeholder(2, {1}, ge::DT_FLOAT));
  EXPECT_THAT(ValuesOf(biased, {FromNumbers(ge::DT_FLOAT, {2, 0}, {}), FromNumbers(ge::DT_FLOAT, {0, 1}, {}),
                                FromNumbers(ge::DT_FLOAT, {1}, {3})}),
              SameNumbers(Numbers{3, 3}));
}

TEST(TbeMatmul, ErrorsNameBothOperands) {
  Tensor a = Placeholder(0, {2, 3}, ge::DT_FLOAT);
  EXPECT_EQ(ErrorOf([&] { matmul(a, a); }),
            "tbe::matmul: the inner extents of float[2, 3] and float[2, 3] are 3 and 2");
  EXPECT_THAT(ErrorOf([&] { matmul(a, Placeholder(1, {3}, ge::DT_FLOAT)); }), HasSubstr("takes matrices"));
  EXPECT_THAT(ErrorOf([&] { matmul(a, a, false, true, a); }), HasSubstr("must be float[2], not float[2, 3]"));
}

TEST(TbeConv, OneAxisWithStridePadAndDilation) {
  Tensor x = Placeholder(0, {1, 1, 5}, ge::DT_FLOAT), w = Placeholder(1, {1, 1, 2}, ge::DT_FLOAT);
  Tensor y = conv(x, w, Tensor(), {.strides = {2}, .pads_begin = {1}, .pads_end = {1}, .dilations = {2}});
  EXPECT_THAT(y.shape(), ElementsAre(1, 1, 3));
  // Windows (pad, 2), (2, 4), (4, pad).
  EXPECT_THAT(ValuesOf(y, {FromNumbers(ge::DT_FLOAT, {1, 1, 5}, {1, 2, 3, 4, 5}),
                           FromNumbers(ge::DT_FLOAT, {1, 1, 2}, {10, 1})}),
              SameNumbers(Numbers{2, 24, 40}));
}

TEST(TbeConv, TwoAxesSumOverChannelsWithBias) {
  Tensor x = Placeholder(0, {1, 2, 2, 2}, ge::DT_FLOAT), w = Placeholder(1, {2, 2, 2, 2}, ge::DT_FLOAT);
  Tensor y = conv(x, w, Placeholder(2, {2}, ge::DT_FLOAT));
  Numbers filter(16, 1);
  for (size_t i = 8; i < 16; ++i) filter[i] = i == 15 ? 2 : 0;
  EXPECT_THAT(ValuesOf(y, {FromNumbers(ge::DT_FLOAT, {1, 2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8}),
                           FromNumbers(ge::DT_FLOAT, {2, 2, 2, 2}, filter), FromNumbers(ge::DT_FLOAT, {2}, {0.5, 1})}),
              SameNumbers(Numbers{36.5, 17}));
}

TEST(TbeConv, GroupsSeeTheirOwnChannels) {
  Tensor x = Placeholder(0, {1, 4, 1}, ge::DT_FLOAT), w = Placeholder(1, {2, 2, 1}, ge::DT_FLOAT);
  EXPECT_THAT(ValuesOf(conv(x, w, Tensor(), {.groups = 2}), {FromNumbers(ge::DT_FLOAT, {1, 4, 1}, {1, 2, 3, 4}),
                                                             FromNumbers(ge::DT_FLOAT, {2, 2, 1}, {1, 10, 100, 1000})}),
              SameNumbers(Numbers{21, 4300}));
  EXPECT_THAT(ErrorOf([&] { conv(x, w); }), HasSubstr("don't fit 1 groups"));
  EXPECT_THAT(ErrorOf([&] {
                conv(x, Placeholder(1, {2, 2, 3}, ge::DT_FLOAT), Tensor(), {.groups = 2});
              }),
              HasSubstr("the window [3] with dilations [1] doesn't fit float[1, 4, 1]"));
}

TEST(TbePool, PaddingTakesNoPartInMaximumAndAverage) {
  Tensor x = Placeholder(0, {1, 1, 3}, ge::DT_FLOAT);
  const std::vector<HostTensor> in = {FromNumbers(ge::DT_FLOAT, {1, 1, 3}, {-1, -2, -6})};
  PoolParams params = {.mode = PoolMode::kMax, .window = {2}, .strides = {2}, .pads_begin = {1}};
  EXPECT_THAT(ValuesOf(pooling(x, params), in), SameNumbers(Numbers{-1, -2}));
  params.mode = PoolMode::kAverage;
  EXPECT_THAT(ValuesOf(pooling(x, params), in), SameNumbers(Numbers{-1, -4}));
  params.mode = PoolMode::kAverageIncludePad;
  EXPECT_THAT(ValuesOf(pooling(x, params), in), SameNumbers(Numbers{-0.5, -4}));
}

TEST(TbePool, TwoAxesDilatedAndIntegers) {
  Tensor x = Placeholder(0, {1, 1, 3, 3}, ge::DT_UINT8);
  const std::vector<HostTensor> in = {FromNumbers(ge::DT_UINT8, {1, 1, 3, 3}, {1, 2, 3, 4, 9, 6, 7, 8, 5})};
  EXPECT_THAT(ValuesOf(pooling(x, {.window = {2, 2}, .dilations = {2, 2}}), in), SameNumbers(Numbers{7}));
  EXPECT_THAT(ValuesOf(pooling(x, {.window = {2, 2}}), in), SameNumbers(Numbers{9, 9, 9, 9}));
  EXPECT_THAT(ErrorOf([&] { pooling(x, {.mode = PoolMode::kAverage, .window = {2, 2}}); }), HasSubstr("float types"));
}

}  // namespace
}  // namespace tbe
