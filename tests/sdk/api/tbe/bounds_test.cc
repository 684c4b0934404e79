// Running error bounds of expressions: roundings, errors carried on from operands, and results that may be anything.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tbe/array.h"
#include "tbe/cube.h"
#include "tbe/dsl.h"
#include "tbe/interpreter.h"
#include "tbe/pooling.h"
#include "tbe/reduce.h"

namespace tbe {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::vector<double> BoundsOf(const Tensor& output, const std::vector<HostTensor>& inputs) {
  const auto results = EvaluateWithBounds({output}, inputs);
  EXPECT_TRUE(results.ok()) << results.status().ToString();
  return results.ok() ? results->front().bounds : std::vector<double>();
}

Tensor X(const Dims& shape, DataType dtype = ge::DT_FLOAT, int index = 0) { return Placeholder(index, shape, dtype); }

TEST(Bounds, MovementIsExact) {
  const Tensor x = X({2, 3});
  const auto bounds = BoundsOf(transpose(x, {1, 0}), {FromNumbers(ge::DT_FLOAT, {2, 3}, {1, 2, 3, 4, 5, 6})});
  EXPECT_EQ(bounds, std::vector<double>(6, 0));
}

TEST(Bounds, OneRoundingIsHalfAUnit) {
  const Tensor x = X({2}), three = X({2}, ge::DT_FLOAT, 1);
  const auto bounds =
      BoundsOf(vdiv(x, three), {FromNumbers(ge::DT_FLOAT, {2}, {1.5, 6}), FromNumbers(ge::DT_FLOAT, {2}, {3, 3})});
  EXPECT_EQ(bounds[0], 0x1p-25) << "an exact quotient, too: a kernel may multiply by the reciprocal";
  EXPECT_EQ(bounds[1], 0x1p-23);
}

TEST(Bounds, SumsAndProductsThatTheDtypeHoldsAreExact) {
  const Tensor x = X({2});
  const auto numbers = {FromNumbers(ge::DT_FLOAT, {2}, {0.5, 1 + 0x1p-23})};
  EXPECT_EQ(BoundsOf(vadd(x, x), numbers), std::vector<double>(2, 0));
  EXPECT_EQ(BoundsOf(vmul(x, x), numbers)[0], 0);
  EXPECT_GT(BoundsOf(vmul(x, x), numbers)[1], 0);
}

TEST(Bounds, RoundingAnExactQuotientIsExact) {
  const Tensor x = X({2}), scale = X({2}, ge::DT_FLOAT, 1);
  const auto bounds = BoundsOf(round(vdiv(x, scale), ge::DT_FLOAT),
                               {FromNumbers(ge::DT_FLOAT, {2}, {4.5, 0.25}), FromNumbers(ge::DT_FLOAT, {2}, {3, 0.1})});
  EXPECT_EQ(bounds[0], 0) << "1.5 is a half whoever divides";
  EXPECT_EQ(bounds[1], 1) << "what is nearly 2.5 may be on either side of it";
}

TEST(Bounds, ACastTo16BitsMayGoThroughFloat) {
  const Tensor x = X({2}, ge::DT_DOUBLE);
  const auto bounds =
      BoundsOf(cast_to(x, ge::DT_FLOAT16), {FromNumbers(ge::DT_DOUBLE, {2}, {1 + 0x1p-11 + 0x1p-40, 1 + 0x1p-12})});
  EXPECT_EQ(bounds[0], 0x1p-10) << "just above a half of float16, which float takes for one";
  EXPECT_EQ(bounds[1], 0);
}

TEST(Bounds, IntegersAreExact) {
  const Tensor x = X({2}, ge::DT_INT32);
  EXPECT_EQ(BoundsOf(vadd(x, x), {FromNumbers(ge::DT_INT32, {2}, {1, 2})}), std::vector<double>(2, 0));
}

TEST(Bounds, CancellationKeepsTheErrorOfTheOperands) {
  const Tensor x = X({1});
  const Tensor difference = vsub(vmul(x, x), x);  // nearly 0 near 1, with the product's rounding
  EXPECT_GE(BoundsOf(difference, {FromNumbers(ge::DT_FLOAT, {1}, {1 + 0x1p-23})})[0], 0x1p-24);
}

TEST(Bounds, SumsGrowWithTheRootOfTheirLength) {
  const auto bound = [](int64_t n) {
    const std::vector<double> ones(static_cast<size_t>(n), 1);
    return BoundsOf(reduce_sum(X({n}), {0}), {FromNumbers(ge::DT_FLOAT, {n}, ones)})[0] / static_cast<double>(n);
  };
  EXPECT_NEAR(bound(10000) / bound(100), (2 + 200.0) / (2 + 20.0), 1e-9);
}

TEST(Bounds, SumsOfTermsThatCancelAreJudgedByTheirMagnitudes) {
  const auto bounds = BoundsOf(reduce_sum(X({2}), {0}), {FromNumbers(ge::DT_FLOAT, {2}, {1e6, -1e6})});
  EXPECT_GT(bounds[0], 2e6 * 0x1p-24);
}

TEST(Bounds, ValuesThatLeaveTheDtypeOnTheWayAreUnbounded) {
  const Tensor x = X({2});
  const auto bounds = BoundsOf(vsqrt(vmul(x, x)), {FromNumbers(ge::DT_FLOAT, {2}, {1e30, 2})});
  EXPECT_EQ(bounds[0], kInfinity);
  EXPECT_LT(bounds[1], 1e-5);
}

// The last bit of a denormal sum depends on whether products are rounded one by one or multiplied and added at once.
// The mean is far from that bit, the sum isn't.
TEST(Bounds, WindowsWhoseSumLeavesTheDtypeMayBeAnything) {
  PoolParams window;
  window.mode = PoolMode::kAverage;
  window.window = {4};
  const auto bound = [&](double each) {
    return BoundsOf(pooling(X({1, 1, 4}), window), {FromNumbers(ge::DT_FLOAT, {1, 1, 4}, {each, each, each, each})})[0];
  };
  EXPECT_EQ(bound(1e38), kInfinity);
  EXPECT_LT(bound(8e37), 1e32);
}

TEST(Bounds, DenormalsAreRoundedToo) {
  const Tensor a = X({1, 2}, ge::DT_DOUBLE), b = X({2, 1}, ge::DT_DOUBLE, 1);
  const auto bounds = BoundsOf(matmul(a, b), {FromNumbers(ge::DT_DOUBLE, {1, 2}, {1e-160, 1.5e-161}),
                                              FromNumbers(ge::DT_DOUBLE, {2, 1}, {1.5e-162, 1e-162})});
  EXPECT_GE(bounds[0], std::numeric_limits<double>::denorm_min());
  EXPECT_LT(bounds[0], 16 * std::numeric_limits<double>::denorm_min());
}

// A kernel that multiplies and adds at once doesn't overflow.
TEST(Bounds, AnOverflowOfDoubleOnTheWayMayBeAnything) {
  const Tensor x = X({3}, ge::DT_DOUBLE);
  const HostTensor values = FromNumbers(ge::DT_DOUBLE, {3}, {1e200, 2, kInfinity});
  const auto bounds = BoundsOf(vadd(vmul(x, x), x), {values});
  EXPECT_EQ(bounds[0], kInfinity);
  EXPECT_LT(bounds[1], 1e-14);
  EXPECT_EQ(bounds[2], 0);
  EXPECT_EQ(BoundsOf(vmul(x, x), {values})[0], 0);
}

TEST(Bounds, ProductsWhosePartsMayLeaveTheDtypeMayBeAnything) {
  const auto bound = [](const std::vector<double>& factors) {
    return BoundsOf(reduce_prod(X({3}), {0}), {FromNumbers(ge::DT_FLOAT, {3}, factors)})[0];
  };
  EXPECT_EQ(bound({1e30, 1e-30, 1e30}), kInfinity);
  EXPECT_EQ(bound({1e-30, 1e30, 1e-30}), kInfinity);
  EXPECT_LT(bound({2, 3, 4}), 1e-4);
}

TEST(Bounds, AnOverflowOfTheResultItselfIsCertain) {
  const Tensor x = X({1});
  const auto results = EvaluateWithBounds({vmul(x, x)}, {FromNumbers(ge::DT_FLOAT, {1}, {1e30})});
  EXPECT_EQ(results->front().bounds[0], 0);
  EXPECT_TRUE(std::isinf(ToNumbers(results->front().value)[0]));
}

TEST(Bounds, MatrixProductsCountTheirInnerExtent) {
  const Tensor a = X({1, 64}), b = X({64, 1}, ge::DT_FLOAT, 1);
  const std::vector<double> ones(64, 1);
  const auto bounds =
      BoundsOf(matmul(a, b), {FromNumbers(ge::DT_FLOAT, {1, 64}, ones), FromNumbers(ge::DT_FLOAT, {64, 1}, ones)});
  EXPECT_NEAR(bounds[0], 64 * 0x1p-24 * (2 + 2 * 8), 1e-12);
}

}  // namespace
}  // namespace tbe
