#include "tbe/cube.h"

#include <numeric>

#include "tests/sdk/api/tbe/evaluate.h"

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

TEST(TbeMatmul, EightBitOperandsGiveInt32) {
  for (DataType left : {ge::DT_INT8, ge::DT_UINT8}) {
    for (DataType right : {ge::DT_INT8, ge::DT_UINT8}) {
      Tensor y = matmul(Placeholder(0, {1, 2}, left), Placeholder(1, {2, 1}, right));
      EXPECT_EQ(y.dtype(), ge::DT_INT32);
      EXPECT_THAT(ValuesOf(y, {FromNumbers(left, {1, 2}, {127, 127}), FromNumbers(right, {2, 1}, {127, 126})}),
                  SameNumbers(Numbers{32131}));
    }
  }
  Tensor a = Placeholder(0, {1, 2}, ge::DT_UINT8), b = Placeholder(1, {2, 1}, ge::DT_INT8);
  EXPECT_EQ(ErrorOf([&] { matmul(a, b, false, false, Placeholder(2, {1}, ge::DT_INT8)); }),
            "tbe::matmul: the bias of uint8[1, 2] and int8[2, 1] must be int32[1], not int8[1]");
  EXPECT_THAT(ErrorOf([&] {
                matmul(a, Placeholder(1, {2, 1}, ge::DT_INT32));
              }),
              HasSubstr("uint8[1, 2] and int32[2, 1] differ"));
}

TEST(TbeGemm, ScalesAndAddsBroadcastOperands) {
  Tensor a = Placeholder(0, {2, 2}, ge::DT_FLOAT), b = Placeholder(1, {2, 2}, ge::DT_FLOAT);
  const HostTensor identity = FromNumbers(ge::DT_FLOAT, {2, 2}, {1, 0, 0, 1});
  const HostTensor values = FromNumbers(ge::DT_FLOAT, {2, 2}, {1, 2, 3, 4});
  const HostTensor row = FromNumbers(ge::DT_FLOAT, {2}, {10, 20}), one = FromNumbers(ge::DT_FLOAT, {}, {5});
  Tensor c = Placeholder(2, {2}, ge::DT_FLOAT);
  EXPECT_THAT(ValuesOf(gemm(a, b, c, 2, 0.5), {identity, values, row}), SameNumbers(Numbers{7, 14, 11, 18}));
  EXPECT_THAT(ValuesOf(gemm(a, b, c, 1, 0.5, false, true), {identity, values, row}),
              SameNumbers(Numbers{6, 13, 7, 14}));
  EXPECT_THAT(ValuesOf(gemm(a, b, Placeholder(2, {}, ge::DT_FLOAT)), {identity, values, one}),
              SameNumbers(Numbers{6, 7, 8, 9}));
  EXPECT_THAT(ValuesOf(gemm(a, b, c, 3, 0), {identity, values, row}), SameNumbers(Numbers{3, 6, 9, 12}));
  EXPECT_EQ(ErrorOf([&] {
              gemm(a, b, Placeholder(2, {3, 2}, ge::DT_FLOAT));
            }),
            "tbe::gemm: shapes [3, 2] and [2, 2] don't broadcast (axis 0: 3 and 2)");
  EXPECT_THAT(ErrorOf([&] { gemm(a, b, Placeholder(2, {3, 2, 2}, ge::DT_FLOAT)); }), HasSubstr("doesn't broadcast"));
}

TEST(TbeConvTranspose, SpreadsEachElementOverTheTaps) {
  Tensor x = Placeholder(0, {1, 1, 3}, ge::DT_FLOAT), w = Placeholder(1, {1, 1, 2}, ge::DT_FLOAT);
  const std::vector<HostTensor> in = {FromNumbers(ge::DT_FLOAT, {1, 1, 3}, {1, 2, 3}),
                                      FromNumbers(ge::DT_FLOAT, {1, 1, 2}, {10, 1})};
  EXPECT_THAT(ValuesOf(conv_transpose(x, w), in), SameNumbers(Numbers{10, 21, 32, 3}));
  Tensor strided = conv_transpose(x, w, Tensor(), {.strides = {3}, .pads_begin = {1}, .dilations = {2}}, {1});
  EXPECT_THAT(strided.shape(), ElementsAre(1, 1, 9));
  EXPECT_THAT(ValuesOf(strided, in), SameNumbers(Numbers{0, 1, 20, 0, 2, 30, 0, 3, 0}));
  EXPECT_THAT(ErrorOf([&] { conv_transpose(x, w, Tensor(), {.pads_begin = {5}}); }),
              HasSubstr("leave no result along axis 2"));
}

TEST(TbeConvTranspose, GroupsMapTheirOwnChannels) {
  Tensor x = Placeholder(0, {1, 4, 1}, ge::DT_INT8), w = Placeholder(1, {4, 1, 1}, ge::DT_INT8);
  Tensor y = conv_transpose(x, w, Placeholder(2, {2}, ge::DT_INT32), {.groups = 2});
  EXPECT_EQ(y.dtype(), ge::DT_INT32);
  EXPECT_THAT(ValuesOf(y, {FromNumbers(ge::DT_INT8, {1, 4, 1}, {1, 2, 3, 4}),
                           FromNumbers(ge::DT_INT8, {4, 1, 1}, {1, 10, 100, 101}),
                           FromNumbers(ge::DT_INT32, {2}, {1000, 2000})}),
              SameNumbers(Numbers{1021, 2704}));
}

TEST(TbeConv, ItsGradientsAreTheTransposesOfItsLinearMaps) {
  // <conv(x, w), y> = <x, conv_backprop_input(w, y)> = <w, conv_backprop_filter(x, y)> for any x, w and y.
  const ConvParams params = {.strides = {2}, .pads_begin = {1}, .pads_end = {0}, .dilations = {2}};
  const Dims x_shape = {1, 2, 8}, w_shape = {3, 2, 3};
  Tensor x = Placeholder(0, x_shape, ge::DT_DOUBLE), w = Placeholder(1, w_shape, ge::DT_DOUBLE);
  Tensor forward = conv(x, w, Tensor(), params);
  Tensor y = Placeholder(2, forward.shape(), ge::DT_DOUBLE);
  Tensor back = conv_backprop_input(w, y, x_shape, params), filter = conv_backprop_filter(x, y, w_shape, params);
  EXPECT_EQ(back.shape(), x_shape);
  EXPECT_EQ(filter.shape(), w_shape);
  auto numbers = [](const Dims& shape, int step) {
    Numbers values;
    for (int64_t i = 0; i < shape[0] * shape[1] * shape[2]; ++i)
      values.push_back(static_cast<double>(i * step % 7 - 3));
    return FromNumbers(ge::DT_DOUBLE, shape, values);
  };
  const std::vector<HostTensor> in = {numbers(x_shape, 3), numbers(w_shape, 5), numbers(forward.shape(), 2)};
  auto dot = [](const Numbers& a, const Numbers& b) { return std::inner_product(a.begin(), a.end(), b.begin(), 0.0); };
  const double product = dot(ValuesOf(forward, in), ToNumbers(in[2]));
  EXPECT_EQ(product, dot(ToNumbers(in[0]), ValuesOf(back, in)));
  EXPECT_EQ(product, dot(ToNumbers(in[1]), ValuesOf(filter, in)));
  EXPECT_THAT(ErrorOf([&] { conv_backprop_input(w, y, {1, 2, 10}, params); }), HasSubstr("no convolution of an input"));
  for (const Dims& wrong : {Dims{3, 2, 4}, Dims{4, 2, 3}, Dims{3, 1, 3}, Dims{3, 2}, Dims{3, 2, 0}}) {
    EXPECT_THAT(ErrorOf([&] { conv_backprop_filter(x, y, wrong, params); }), HasSubstr("no convolution of"));
  }
}

TEST(TbeConv, TheGradientOfAFilterOverNothingIsZero) {
  Tensor x = Placeholder(0, {0, 2, 4}, ge::DT_FLOAT), y = Placeholder(1, {0, 1, 3}, ge::DT_FLOAT);
  EXPECT_THAT(ValuesOf(conv_backprop_filter(x, y, {1, 2, 2}),
                       {FromNumbers(ge::DT_FLOAT, {0, 2, 4}, {}), FromNumbers(ge::DT_FLOAT, {0, 1, 3}, {})}),
              SameNumbers(Numbers{0, 0, 0, 0}));
}

TEST(TbeConv, EmptyOperandsGiveTheBias) {
  Tensor bias = Placeholder(2, {2}, ge::DT_FLOAT);
  const HostTensor two = FromNumbers(ge::DT_FLOAT, {2}, {3, 4});
  Tensor y = conv(Placeholder(0, {1, 0, 2}, ge::DT_FLOAT), Placeholder(1, {2, 0, 1}, ge::DT_FLOAT), bias);
  EXPECT_THAT(ValuesOf(y, {FromNumbers(ge::DT_FLOAT, {1, 0, 2}, {}), FromNumbers(ge::DT_FLOAT, {2, 0, 1}, {}), two}),
              SameNumbers(Numbers{3, 3, 4, 4}));
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
