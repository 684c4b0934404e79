#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "opdk/parallel.h"
#include "tbe/dsl.h"
#include "tests/graph_core/engines/ai_core/canonical_of.h"
#include "tests/graph_core/engines/ai_core/kernel_harness.h"

namespace opdk::tests {
namespace {

using tbe::Dims;
using tbe::Placeholder;
using tbe::Tensor;

Tensor Input(int index, const Dims& shape, ge::DataType dtype = ge::DT_FLOAT) {
  return Placeholder(index, shape, dtype);
}

Tensor Softmax(const Tensor& x, int64_t axis) {
  Tensor e = tbe::vexp(x - tbe::reduce_max(x, {axis}, true));
  return e / tbe::reduce_sum(e, {axis}, true);
}

// Around nothing, one, a vector, and primes.
const std::vector<int64_t> kEdges = {0, 1, 2, 15, 16, 17, 63, 64, 65, 127, 1009};

TEST(VectorKernels, ElementwiseChainMatchesInterpreterAtEdgeSizes) {
  for (int64_t n : kEdges) {
    Tensor x = Input(0, {n}), y = Input(1, {n});
    ExpectMatchesInterpreter({tbe::vrelu(x + y) * x}, {Random(ge::DT_FLOAT, {n}), Random(ge::DT_FLOAT, {n})});
  }
}

TEST(VectorKernels, Rank0AndBroadcastsMatchInterpreter) {
  ExpectMatchesInterpreter({Input(0, {}) + Input(1, {})}, {Random(ge::DT_FLOAT, {}), Random(ge::DT_FLOAT, {})});
  for (const Dims& shape : {Dims{3, 1}, Dims{1, 5}, Dims{3, 17}, Dims{5, 64}, Dims{7, 33}, Dims{0, 4}}) {
    Tensor x = Input(0, shape), row = Input(1, {shape[1]}), column = Input(2, {shape[0], 1});
    ExpectMatchesInterpreter(
        {x * row + column, x - column},
        {Random(ge::DT_FLOAT, shape), Random(ge::DT_FLOAT, {shape[1]}), Random(ge::DT_FLOAT, {shape[0], 1})});
  }
}

// As a tree, each of these expressions has a billion operations.
TEST(VectorKernels, ValuesThatAreReadTwiceAgainAndAgainAreComputedOnce) {
  constexpr int kSteps = 30;
  const Tensor x = Input(0, {5, 5});
  const std::vector<tbe::HostTensor> values = {Random(ge::DT_FLOAT, {5, 5})};
  const auto repeated = [&](const std::function<Tensor(const Tensor&)>& step) {
    Tensor t = x;
    for (int i = 0; i < kSteps; ++i) t = step(t);
    return t;
  };
  ExpectMatchesInterpreter({repeated([](const Tensor& t) { return (t + t * t) * 0.25; })}, values);
  ExpectMatchesInterpreter({repeated([](const Tensor& t) { return (t + tbe::transpose(t, {1, 0})) * 0.5; })}, values);
  ExpectMatchesInterpreter({repeated([](const Tensor& t) { return tbe::vsel(t > 0, t * 0.5, tbe::vabs(t)); })}, values);
  Tensor sums = Input(0, {40});
  for (int i = 0; i < kSteps; ++i) {
    sums = (tbe::slice(sums, {0}, {39 - i}) + tbe::slice(sums, {1}, {39 - i})) * 0.5;
  }
  ExpectMatchesInterpreter({sums}, {Random(ge::DT_FLOAT, {40})});
  const Tensor many = repeated([](const Tensor& t) { return tbe::vmax(t, t * 0.5 + 0.1); });
  ExpectMatchesInterpreter({many, tbe::reduce_sum(many, {1}, true) * many}, values);
}

// Halide negates comparisons and swaps the branches, which NaN doesn't bear.
TEST(VectorKernels, AConditionOnNanIsFalseWhateverChoosesByIt) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  for (const ge::DataType dtype : {ge::DT_FLOAT, ge::DT_DOUBLE}) {
    for (const int64_t n : {1, 8, 19}) {
      const Tensor x = Input(0, {n}, dtype);
      std::vector<double> numbers(static_cast<size_t>(n), kNan);
      for (size_t i = 1; i < numbers.size(); i += 2) numbers[i] = static_cast<double>(i) / 8 - 1;
      const tbe::HostTensor values = tbe::FromNumbers(dtype, {n}, numbers);
      const Tensor half = tbe::Param(0.5, dtype);
      for (const Tensor& bounded : {tbe::vabs(x), x}) {
        ExpectMatchesInterpreter({tbe::vsel(bounded <= half, 0, x)}, {values}, 0, 0);
        ExpectMatchesInterpreter({tbe::vsel(bounded >= half, x, 0)}, {values}, 0, 0);
        ExpectMatchesInterpreter({tbe::vsel(bounded < half, 0, x)}, {values}, 0, 0);
        ExpectMatchesInterpreter({tbe::vsel(bounded > half, x, 1)}, {values}, 0, 0);
        ExpectMatchesInterpreter({tbe::vsel(tbe::vnot(bounded < half), x, 2)}, {values}, 0, 0);
        ExpectMatchesInterpreter({tbe::vsel(tbe::vcmp(bounded, half, "eq"), 0, x)}, {values}, 0, 0);
        ExpectMatchesInterpreter({tbe::vsel(tbe::vcmp(bounded, half, "ne"), x, 3)}, {values}, 0, 0);
      }
    }
  }
}

// An index is int64, also where it is computed from numbers that were read.
TEST(VectorKernels, AnIndexOfNumbersThatWereReadIsComputedIn64Bits) {
  const Tensor x = Input(0, {8}, ge::DT_FLOAT), shift = Input(1, {3}, ge::DT_INT64);
  const Tensor y = tbe::compute({3, 8}, [&](const std::vector<tbe::Expr>& i) {
    return tbe::at(x, {tbe::vmod(i[1] + tbe::at(shift, {i[0]}), tbe::extent(x, 0))});
  });
  const Tensor z = tbe::compute({3, 8}, [&](const std::vector<tbe::Expr>& i) {
    return tbe::at(x, {tbe::min(tbe::max(i[1] - tbe::at(shift, {i[0]}), 0), 7)});
  });
  const tbe::HostTensor values = tbe::FromNumbers(ge::DT_FLOAT, {8}, {1, 2, 3, 4, 5, 6, 7, 8});
  const tbe::HostTensor shifts = tbe::FromNumbers(ge::DT_INT64, {3}, {4294967299.0, -1099511627777.0, 5});
  ExpectMatchesInterpreter({y}, {values, shifts}, 0, 0);
  ExpectMatchesInterpreter({z}, {values, shifts}, 0, 0);
}

// A reduction that another reduction reads is computed for its own rows only: no memory lies behind the last row.
TEST(VectorKernels, AReductionOfReductionsReadsItsRowsOnly) {
  for (const int64_t rows : {0, 1, 7, 16, 1027}) {
    const Tensor x = Input(0, {rows, 5}, ge::DT_FLOAT);
    const Tensor sums = tbe::vlog(tbe::reduce_sum(tbe::vexp(x), {1}));
    std::vector<double> numbers(static_cast<size_t>(rows * 5));
    for (size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<double>(i % 17) / 8 - 1;
    ExpectMatchesInterpreter({tbe::reduce_sum(sums, {0})}, {tbe::FromNumbers(ge::DT_FLOAT, {rows, 5}, numbers)}, 1e-4,
                             0);
  }
}

// A value that doesn't vary along the reduced axes is combined as often as these axes are long.
TEST(VectorKernels, ReducesValuesThatAreTheSameAllOver) {
  const Tensor x = tbe::Placeholder(0, {3}, ge::DT_FLOAT);
  const tbe::HostTensor values = tbe::FromNumbers(ge::DT_FLOAT, {3}, {1, -2, 0.5});
  for (const int64_t extent : {1, 7, 16, 100, 1031}) {
    SCOPED_TRACE(extent);
    const Tensor constant = tbe::broadcast(tbe::Const(2.0, ge::DT_FLOAT), {3, extent});
    const Tensor repeated = tbe::broadcast(tbe::reshape(x, {3, 1}), {3, extent});
    const Tensor across = tbe::broadcast(x, {extent, 3});
    ExpectMatchesInterpreter({x + tbe::reduce_sum(constant, {1})}, {values}, 0, 0);
    ExpectMatchesInterpreter({tbe::reduce_sum(repeated, {1})}, {values}, 1e-5, 0);
    ExpectMatchesInterpreter({tbe::reduce_sum(across, {0})}, {values}, 1e-5, 0);
    ExpectMatchesInterpreter({x + tbe::reduce_sum(constant, {0, 1})}, {values}, 0, 0);
    ExpectMatchesInterpreter({tbe::reduce_max(repeated, {1})}, {values}, 0, 0);
    if (extent <= 16) ExpectMatchesInterpreter({tbe::reduce_prod(across, {0})}, {values}, 1e-5, 0);
  }
}

TEST(VectorKernels, ReductionsMatchInterpreterOnEveryAxis) {
  for (const Dims& shape : {Dims{3, 1}, Dims{3, 15}, Dims{5, 16}, Dims{7, 33}, Dims{2, 1000}, Dims{64, 3}}) {
    Tensor x = Input(0, shape);
    for (const Dims& axes : {Dims{0}, Dims{1}, Dims{0, 1}}) {
      ExpectMatchesInterpreter({tbe::reduce_sum(x, axes)}, {Random(ge::DT_FLOAT, shape)});
      ExpectMatchesInterpreter({tbe::reduce_max(x, axes, true)}, {Random(ge::DT_FLOAT, shape)});
    }
  }
  for (const Dims& shape : {Dims{2, 3, 4}, Dims{3, 5, 17}, Dims{1, 7, 64}}) {
    Tensor x = Input(0, shape);
    ExpectMatchesInterpreter({tbe::reduce_mean(x, {0, 2})}, {Random(ge::DT_FLOAT, shape)});
    ExpectMatchesInterpreter({tbe::reduce_min(x, {1}, true)}, {Random(ge::DT_FLOAT, shape)});
  }
}

TEST(VectorKernels, ReductionsToOneResultMatchInterpreterWhateverTheThreads) {
  for (int64_t n : {0, 1, 15, 16, 17, 127, 128, 129, 1009, 300007}) {
    Tensor x = Input(0, {n});
    const tbe::HostTensor value = Random(ge::DT_FLOAT, {n});
    const std::vector<Tensor> outputs = {tbe::reduce_sum(x, {0}), tbe::reduce_max(x, {0}),
                                         tbe::reduce_mean(x * x, {0})};
    std::vector<std::vector<tbe::HostTensor>> results;
    for (int threads : {1, 2, 3}) {
      ThreadScope scope(threads);
      for (const Tensor& output : outputs) ExpectMatchesInterpreter({output}, {value}, 1e-5, 1);
      auto result = RunCompiled(outputs, {value});
      ASSERT_TRUE(result.ok()) << result.status().ToString();
      results.push_back(std::move(result).value());
    }
    for (size_t i = 0; i < outputs.size(); ++i) {
      EXPECT_EQ(results[0][i].bytes, results[1][i].bytes) << n;
      EXPECT_EQ(results[0][i].bytes, results[2][i].bytes) << n;
    }
  }
  for (ge::DataType dtype : {ge::DT_INT8, ge::DT_INT64, ge::DT_DOUBLE, ge::DT_FLOAT16}) {
    const tbe::HostTensor value = Random(dtype, {5, 1009}, -3, 3);
    ExpectMatchesInterpreter({tbe::reduce_max(Input(0, {5, 1009}, dtype), {0, 1})}, {value}, 0);
  }
  Tensor flags = Input(0, {1009}, ge::DT_BOOL);
  ExpectMatchesInterpreter({tbe::reduce_any(flags, {0}), tbe::reduce_all(flags, {0})},
                           {Random(ge::DT_BOOL, {1009}, 0, 2)}, 0);
}

TEST(VectorKernels, ReductionOfNothingIsTheIdentity) {
  ExpectMatchesInterpreter({tbe::reduce_sum(Input(0, {3, 0}), {1})}, {Random(ge::DT_FLOAT, {3, 0})});
  ExpectMatchesInterpreter({tbe::reduce_max(Input(0, {0, 3}), {0})}, {Random(ge::DT_FLOAT, {0, 3})});
}

TEST(VectorKernels, NormalisationsAreOneKernelAndMatchInterpreter) {
  for (const Dims& shape : {Dims{3, 1}, Dims{3, 15}, Dims{5, 16}, Dims{7, 33}, Dims{2, 1000}}) {
    Tensor x = Input(0, shape);
    ExpectMatchesInterpreter({Softmax(x, 1)}, {Random(ge::DT_FLOAT, shape)});
    ExpectMatchesInterpreter({Softmax(x, 0)}, {Random(ge::DT_FLOAT, shape)});
    Tensor mean = tbe::reduce_mean(x, {1}, true), d = x - mean;
    Tensor inverse = tbe::vrsqrt(tbe::reduce_mean(d * d, {1}, true) + 1e-5);
    ExpectMatchesInterpreter({d * inverse * Input(1, {shape[1]}), mean, inverse},
                             {Random(ge::DT_FLOAT, shape), Random(ge::DT_FLOAT, {shape[1]})}, 1e-4);
  }
  Tensor x = Input(0, {2, 3, 4, 5});
  ExpectMatchesInterpreter({x - tbe::reduce_mean(x, {0, 2, 3}, true)}, {Random(ge::DT_FLOAT, {2, 3, 4, 5})});
}

TEST(VectorKernels, DataMovementMatchesInterpreter) {
  for (const Dims& d : {Dims{2, 3, 4}, Dims{3, 5, 17}, Dims{1, 7, 64}}) {
    Tensor x = Input(0, d);
    tbe::HostTensor value = Random(ge::DT_FLOAT, d);
    for (const Dims& axes : {Dims{2, 0, 1}, Dims{0, 2, 1}, Dims{1, 0, 2}}) {
      ExpectMatchesInterpreter({tbe::transpose(x, axes)}, {value}, 0);
    }
    ExpectMatchesInterpreter({tbe::slice(x, {0, 1, 0}, {d[0], 2, d[2] / 2}, {1, 1, 2})}, {value}, 0);
    ExpectMatchesInterpreter({tbe::slice(x, {0, d[1] - 1, 0}, d, {1, -1, 1})}, {value}, 0);
    ExpectMatchesInterpreter({tbe::pad(x, {0, 1, 2}, {0, 0, 3}, 1.5)}, {value}, 0);
    ExpectMatchesInterpreter({tbe::pad(x, {0, -1, 2}, {1, -1, -1})}, {value}, 0);
    ExpectMatchesInterpreter({tbe::concat({x, Input(1, d), Input(2, {d[0], 1, d[2]})}, 1)},
                             {value, Random(ge::DT_FLOAT, d, -2, 2, 2), Random(ge::DT_FLOAT, {d[0], 1, d[2]})}, 0);
    ExpectMatchesInterpreter({tbe::gather(x, Input(1, {2, 2}, ge::DT_INT64), 1)},
                             {value, Random(ge::DT_INT64, {2, 2}, -3, 3)}, 0);
    ExpectMatchesInterpreter({tbe::reshape(tbe::vexp(x), {d[0] * d[1], d[2]}) + Input(1, {d[0] * d[1], d[2]})},
                             {value, Random(ge::DT_FLOAT, {d[0] * d[1], d[2]})});
    ExpectMatchesInterpreter({tbe::tile(x, {2, 1, 3})}, {value}, 0);
  }
}

// Axes are split, joined and both, at the beginning, in the middle and at the end; inputs are seen with the new shape.
TEST(VectorKernels, GathersInsideKernelsCountNegativeIndicesFromTheEnd) {
  const tbe::HostTensor indices = tbe::FromNumbers(ge::DT_INT64, {6}, {-1, 0, -5, 4, -3, 2});
  const Tensor at = Input(1, {6}, ge::DT_INT64);
  for (const int64_t axis : {0, 1, 2}) {
    Dims shape{3, 4, 7};
    shape[static_cast<size_t>(axis)] = 5;
    const Tensor gathered = tbe::gather(Input(0, shape), at, axis);
    // Arithmetic around it keeps the hand-written gather away.
    ExpectMatchesInterpreter({tbe::vexp(gathered) + gathered}, {Random(ge::DT_FLOAT, shape), indices});
  }
}

TEST(VectorKernels, ReshapesInsideKernelsMatchInterpreter) {
  const std::vector<std::pair<Dims, Dims>> shapes = {
      {{3, 20, 7}, {3, 4, 5, 7}}, {{3, 4, 5, 7}, {3, 20, 7}}, {{2, 3, 40}, {6, 40}}, {{6, 17}, {2, 3, 17}},
      {{4, 6, 5}, {6, 4, 5}},     {{5, 36}, {5, 4, 9}},       {{5, 4, 9}, {5, 36}},  {{1, 6, 1, 5}, {2, 3, 5, 1}},
      {{3, 2, 2}, {12}},          {{2, 2, 6}, {2, 4, 3}}};
  for (const auto& [from, to] : shapes) {
    Tensor x = Input(0, from), y = Input(1, to);
    const tbe::HostTensor a = Random(ge::DT_FLOAT, from), b = Random(ge::DT_FLOAT, to, -2, 2, 2);
    ExpectMatchesInterpreter({tbe::reshape(tbe::vexp(x) * 2.0, to) + y}, {a, b});
    ExpectMatchesInterpreter({tbe::vexp(x), tbe::reshape(tbe::vexp(x), to) * y}, {a, b});
    // Reshapes a value that isn't a chain of operations on single elements.
    Tensor row = tbe::reduce_sum(x, {0}, true);
    ExpectMatchesInterpreter({tbe::reshape(x - row, to) + y}, {a, b}, 1e-5, 1);
    ExpectMatchesInterpreter(
        {tbe::reshape(tbe::slice(x, Dims(from.size(), 0), from, Dims(from.size(), 1)) * x, to) * y}, {a, b});
  }
}

TEST(VectorKernels, GeneralIndexingMatchesInterpreter) {
  for (const Dims& d : {Dims{2, 3, 4}, Dims{3, 5, 17}}) {
    Tensor x = Input(0, d);
    ExpectMatchesInterpreter({tbe::compute({d[0], d[2]}, tbe::ReduceOp::kMax, {d[1]},
                                           [&](const auto& i, const auto& r) {
                                             return tbe::at(x, {i[0], r[0], i[1]});
                                           })},
                             {Random(ge::DT_FLOAT, d)}, 0);
    ExpectMatchesInterpreter({tbe::compute(d,
                                           [&](const auto& i) {
                                             return tbe::select(i[2] >= i[1], tbe::at(x, {i[0], i[1], i[2]}), 0);
                                           })},
                             {Random(ge::DT_FLOAT, d)}, 0);
  }
}

TEST(VectorKernels, MathIsRightAtSpecialValues) {
  const double inf = std::numeric_limits<double>::infinity(), nan = std::nan("");
  const std::vector<double> numbers = {0,    -0.0, 1,    -1,   inf,   -inf,    nan,  1e-40,  -1e-40, 88.7,
                                       89,   -87,  -104, 1e30, -1e30, 0.5,     -0.5, 3.4e38, 0.3,    0.61,
                                       0.63, 2,    -2.0, 4.1,  1e-10, -0.9999, 1e-5, 17.3,   -17.3};
  const Dims shape = {static_cast<int64_t>(numbers.size())};
  tbe::HostTensor value = tbe::FromNumbers(ge::DT_FLOAT, shape, numbers);
  Tensor x = Input(0, shape);
  ExpectMatchesInterpreter({tbe::vexp(x), tbe::vlog(x), tbe::vtanh(x), tbe::verf(x), tbe::vsigmoid(x), tbe::vexpm1(x),
                            tbe::vlog1p(x), tbe::vsqrt(x), tbe::vrsqrt(x)},
                           {value}, 1e-6, 1e-30);
  ExpectMatchesInterpreter({tbe::vsin(x), tbe::vcos(x), tbe::vtan(x), tbe::vasin(x), tbe::vatan(x), tbe::vsinh(x),
                            tbe::vcosh(x), tbe::vasinh(x), tbe::vacosh(x), tbe::vatanh(x)},
                           {value}, 1e-6, 1e-30);
  ExpectMatchesInterpreter({tbe::vsign(x), tbe::vabs(x), tbe::visnan(x), tbe::visinf(x)}, {value}, 0);
  tbe::HostTensor other = Random(ge::DT_FLOAT, shape);
  Tensor y = Input(1, shape);
  ExpectMatchesInterpreter({tbe::vmax(x, y), tbe::vmin(y, x), x <= y, x >= y, x < y, tbe::vcmp(x, x, "eq")},
                           {value, other}, 0);
  ExpectMatchesInterpreter({tbe::vpow(y, x), tbe::vmod(x, y), tbe::vfmod(x, y)}, {value, other}, 1e-6, 1e-30);
}

TEST(VectorKernels, CastsSaturateAndRoundAsTheInterpreter) {
  const std::vector<double> numbers = {0,    -0.5,   0.5,          1.5,      2.5,       -1.5,        127.6, 300,
                                       -300, 3e9,    -3e9,         1e20,     -1e20,     65504,       65520, 1e-8,
                                       3e-8, 6.1e-5, std::nan(""), INFINITY, -INFINITY, 1.0009765625};
  const Dims shape = {static_cast<int64_t>(numbers.size())};
  tbe::HostTensor value = tbe::FromNumbers(ge::DT_FLOAT, shape, numbers);
  Tensor x = Input(0, shape);
  ExpectMatchesInterpreter(
      {tbe::cast_to(x, ge::DT_INT32), tbe::cast_to(x, ge::DT_INT8), tbe::cast_to(x, ge::DT_UINT8),
       tbe::cast_to(x, ge::DT_INT64), tbe::cast_to(x, ge::DT_UINT64), tbe::cast_to(x, ge::DT_UINT32),
       tbe::cast_to(x, ge::DT_BOOL), tbe::cast_to(x, ge::DT_FLOAT16), tbe::cast_to(x, ge::DT_BF16),
       tbe::cast_to(x, ge::DT_DOUBLE)},
      {value}, 0);
  ExpectMatchesInterpreter({tbe::floor(x), tbe::ceil(x), tbe::round(x), tbe::trunc(x), tbe::round_half_up(x)}, {value},
                           0);
}

TEST(VectorKernels, ArithmeticOfEveryDtypeMatchesInterpreter) {
  for (ge::DataType dtype : {ge::DT_INT32, ge::DT_INT8, ge::DT_UINT8, ge::DT_INT64, ge::DT_UINT16, ge::DT_FLOAT16,
                             ge::DT_BF16, ge::DT_DOUBLE}) {
    Tensor x = Input(0, {37}, dtype), y = Input(1, {37}, dtype);
    double tolerance = dtype == ge::DT_BF16      ? 2e-2
                       : dtype == ge::DT_FLOAT16 ? 2e-3
                       : dtype == ge::DT_DOUBLE  ? 1e-14
                                                 : 0;
    ExpectMatchesInterpreter({x * y + x, x - y, x / y, tbe::vmod(x, y), tbe::vmax(x, y), x < y},
                             {Random(dtype, {37}, 0, 11), Random(dtype, {37}, 1, 5)}, tolerance);
  }
  Tensor x = Input(0, {19}, ge::DT_INT32), y = Input(1, {19}, ge::DT_INT32);
  ExpectMatchesInterpreter({x / y, tbe::vmod(x, y), tbe::vfmod(x, y), tbe::vpow(x, y), tbe::vneg(x), x * y},
                           {Random(ge::DT_INT32, {19}, -2147483648.0, 2147483647.0), Random(ge::DT_INT32, {19}, -3, 4)},
                           0);
}

TEST(CanonicalKernels, ShapesDoNotCountAndContiguousAxesMerge) {
  auto text = [](const Dims& shape) {
    Tensor x = Input(0, shape), y = Input(1, shape);
    auto kernel = CanonicalOf(tbe::vrelu(x + y));
    return kernel.ok() ? Print(kernel->ir) : kernel.status().ToString();
  };
  EXPECT_EQ(text({7}), text({2, 3, 4}));
  EXPECT_EQ(text({7}), text({1, 1000, 1}));
  EXPECT_EQ(text({2, 3, 4}).find("s1"), std::string::npos);
  auto broadcast = CanonicalOf(Input(0, {2, 3, 4, 5}) + Input(1, {3, 1, 1}));
  ASSERT_TRUE(broadcast.ok());
  EXPECT_EQ(broadcast->symbols.size(), 3u) << Print(broadcast->ir);
}

TEST(CanonicalKernels, NumbersOfTheInstanceAreArguments) {
  auto text = [](double number) {
    Tensor x = Input(0, {7});
    auto kernel = CanonicalOf(x + tbe::broadcast(tbe::Param(number, ge::DT_FLOAT), {7}));
    return kernel.ok() ? Print(kernel->ir) : kernel.status().ToString();
  };
  EXPECT_EQ(text(1.0), text(2.5));
}

}  // namespace
}  // namespace opdk::tests
