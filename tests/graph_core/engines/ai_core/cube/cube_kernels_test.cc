#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "tbe/dsl.h"
#include "tests/graph_core/engines/ai_core/kernel_harness.h"

namespace opdk::tests {
namespace {

using tbe::Dims;
using tbe::Tensor;
using ::testing::ContainsRegex;

Tensor Input(int index, const Dims& shape) { return tbe::Placeholder(index, shape, ge::DT_FLOAT); }
tbe::HostTensor Value(const Dims& shape, unsigned seed) { return Random(ge::DT_FLOAT, shape, -1, 1, seed); }

TEST(CubeKernels, MatmulMatchesInterpreterWithTransposesAndBatches) {
  struct Case {
    Dims a, b;
    bool trans_a, trans_b;
  };
  for (const Case& c : {Case{{5, 7}, {7, 3}, false, false}, Case{{7, 5}, {7, 3}, true, false},
                        Case{{5, 7}, {3, 7}, false, true}, Case{{2, 5, 7}, {7, 3}, false, false},
                        Case{{2, 3, 5, 7}, {3, 7, 4}, false, false}, Case{{1, 1}, {1, 1}, false, false},
                        Case{{2, 7, 5}, {2, 3, 7}, true, true}, Case{{17, 33}, {33, 1}, false, false},
                        Case{{33, 17}, {1, 33}, true, true}, Case{{3, 17, 33}, {3, 33, 1}, false, false},
                        Case{{3, 17, 33}, {33, 1}, false, false}, Case{{17, 33}, {2, 33, 1}, false, false}}) {
    ExpectMatchesInterpreter({tbe::matmul(Input(0, c.a), Input(1, c.b), c.trans_a, c.trans_b)},
                             {Value(c.a, 1), Value(c.b, 2)}, 1e-4, 0.1);
  }
}

TEST(CubeKernels, MatmulEpiloguesAreFused) {
  Tensor y = tbe::matmul(Input(0, {9, 16}), Input(1, {16, 33}));
  Tensor result = tbe::vrelu(y + Input(2, {33}) + Input(3, {9, 33}));
  std::vector<tbe::HostTensor> inputs = {Value({9, 16}, 1), Value({16, 33}, 2), Value({33}, 3), Value({9, 33}, 4)};
  std::string description;
  ASSERT_TRUE(RunCompiled({result}, inputs, &description).ok());
  EXPECT_NE(description.find("+ bias + add + relu"), std::string::npos) << description;
  EXPECT_EQ(description.find("Halide"), std::string::npos) << description;
  ExpectMatchesInterpreter({result}, inputs, 1e-4, 0.1);
}

TEST(CubeKernels, ConvolutionMatchesInterpreter) {
  tbe::ConvParams plain;
  tbe::ConvParams strided;
  strided.strides = {2, 2};
  strided.pads_begin = {1, 1};
  strided.pads_end = {1, 0};
  strided.dilations = {1, 2};
  ExpectMatchesInterpreter({tbe::conv(Input(0, {2, 3, 9, 8}), Input(1, {5, 3, 3, 3}), Input(2, {5}), plain)},
                           {Value({2, 3, 9, 8}, 1), Value({5, 3, 3, 3}, 2), Value({5}, 3)}, 1e-4, 0.1);
  ExpectMatchesInterpreter({tbe::conv(Input(0, {1, 16, 9, 9}), Input(1, {32, 16, 3, 3}), Tensor(), strided)},
                           {Value({1, 16, 9, 9}, 1), Value({32, 16, 3, 3}, 2)}, 1e-4, 0.1);
  tbe::ConvParams depthwise;
  depthwise.groups = 6;
  ExpectMatchesInterpreter({tbe::conv(Input(0, {1, 6, 8, 8}), Input(1, {6, 1, 3, 3}), Tensor(), depthwise)},
                           {Value({1, 6, 8, 8}, 1), Value({6, 1, 3, 3}, 2)}, 1e-4, 0.1);
  ExpectMatchesInterpreter({tbe::conv(Input(0, {2, 3, 11}), Input(1, {4, 3, 3}))},
                           {Value({2, 3, 11}, 1), Value({4, 3, 3}, 2)}, 1e-4, 0.1);
}

// Their last block of channels is filled in part; more points than a thread takes at once, and fewer.
TEST(CubeKernels, ConvolutionOfAnyChannelsIsRowMajor) {
  for (const int64_t channels : {1, 5, 15, 17, 24, 40}) {
    for (const Dims& size : {Dims{47, 53}, Dims{3, 2}, Dims{1, 7}}) {
      const Dims x = {2, 16, size[0], size[1]}, w = {channels, 16, 1, 1};
      Tensor y = tbe::conv(Input(0, x), Input(1, w), Input(2, {channels}));
      ExpectMatchesInterpreter({tbe::vrelu(y)}, {Value(x, 1), Value(w, 2), Value({channels}, 3)}, 1e-4, 0.1);
    }
  }
  const Dims volume = {2, 16, 3, 5, 7}, filter = {20, 16, 1, 1, 1};
  ExpectMatchesInterpreter({tbe::conv(Input(0, volume), Input(1, filter))}, {Value(volume, 1), Value(filter, 2)}, 1e-4,
                           0.1);
}

TEST(CubeKernels, ConvolutionEpiloguesAreFused) {
  const Dims shape = {1, 8, 6, 6};
  Tensor y = tbe::conv(Input(0, shape), Input(1, {8, 8, 1, 1}), Input(2, {8}));
  std::vector<tbe::HostTensor> inputs = {Value(shape, 1), Value({8, 8, 1, 1}, 2), Value({8}, 3), Value(shape, 4)};
  for (const Tensor& result : {tbe::vrelu(y + Input(3, shape)), tbe::vmin(tbe::vmax(y, 0.0), 0.5),
                               tbe::vsigmoid(y * 2.0), tbe::vrelu(Input(3, shape) + y)}) {
    std::string description;
    ASSERT_TRUE(RunCompiled({result}, inputs, &description).ok());
    EXPECT_EQ(description.find("Halide"), std::string::npos) << description;
    ExpectMatchesInterpreter({result}, inputs, 1e-4, 0.1);
  }
  // Two users: the convolution's own result is needed, nothing can be fused into it.
  ExpectMatchesInterpreter({y * tbe::vcos(y)}, inputs, 1e-4, 0.1);
}

// oneDNN would compute the later ones with the numbers of the first.
// oneDNN's kernels for AVX2 sum onto the result's memory before every other post-op only.
TEST(CubeKernels, AnAdditionBehindAnActivationIsFusedWithoutAReferenceKernel) {
  const Dims x = {1, 24, 14, 14}, w = {24, 24, 3, 3}, a = {40, 30}, b = {30, 50}, c = {40, 50};
  const Tensor conv = tbe::conv(Input(0, x), Input(1, w), Tensor(), {.pads_begin = {1, 1}, .pads_end = {1, 1}});
  const Tensor product = tbe::matmul(Input(0, a), Input(1, b));
  const std::vector<std::pair<Tensor, std::vector<tbe::HostTensor>>> cases = {
      {conv * tbe::vsigmoid(conv) + Input(2, x), {Value(x, 1), Value(w, 2), Value(x, 3)}},
      {tbe::vrelu(conv) + Input(2, x), {Value(x, 1), Value(w, 2), Value(x, 3)}},
      {tbe::vrelu(product) + Input(2, c), {Value(a, 1), Value(b, 2), Value(c, 3)}}};
  for (const auto& [y, inputs] : cases) {
    std::string description;
    ASSERT_TRUE(RunCompiled({y}, inputs, &description).ok());
    EXPECT_EQ(description.find("reference"), std::string::npos) << description;
    EXPECT_NE(description.find(" + add"), std::string::npos) << description;
    ExpectMatchesInterpreter({y}, inputs, 1e-4, 0.1);
  }
}

TEST(CubeKernels, PoolingOfRowMajorDataHasVectors) {
  using tbe::PoolMode;
  for (const PoolMode mode : {PoolMode::kMax, PoolMode::kAverage, PoolMode::kAverageIncludePad}) {
    for (const int64_t channels : {3, 24, 64}) {
      const Dims x = {2, channels, 12, 11};
      const Tensor y = tbe::pooling(
          Input(0, x), {.mode = mode, .window = {3, 3}, .strides = {2, 2}, .pads_begin = {1, 1}, .pads_end = {1, 1}});
      std::string description;
      ASSERT_TRUE(RunCompiled({y}, {Value(x, 1)}, &description).ok());
      if (TargetIsa().ok() && *TargetIsa() != Isa::kBaseline) {
        EXPECT_NE(description.find(", jit"), std::string::npos) << description;
      }
      ExpectMatchesInterpreter({y}, {Value(x, 1)}, 1e-5, 0.1);
    }
  }
}

TEST(CubeKernels, EpiloguesOfOneKindKeepTheirOwnNumbers) {
  Tensor y = tbe::matmul(Input(0, {9, 16}), Input(1, {16, 33}));
  std::vector<tbe::HostTensor> inputs = {Value({9, 16}, 1), Value({16, 33}, 2)};
  for (const Tensor& result :
       {y * 0.5 + 10.0, (y + 10.0) * 0.5, tbe::vtanh(y * 0.5) * 3.0, tbe::vlrelu(tbe::vlrelu(y, 0.5), 0.25),
        tbe::vmin(tbe::vmax(tbe::vmin(tbe::vmax(y, -1.0), 1.0), -0.5), 0.5), tbe::vrelu(y * 2.0 + 1.0) * 0.5}) {
    ExpectMatchesInterpreter({result}, inputs, 1e-4, 0.1);
  }
  std::string description;
  ASSERT_TRUE(RunCompiled({y * 0.5 + 10.0}, inputs, &description).ok());
  EXPECT_THAT(description, ContainsRegex("\\+ linear[,\n]"));
}

// Expects the activation to be fused. The product's results are `values` themselves: a column of them times one.
void ExpectActivationIsFused(const std::string& name, const std::function<Tensor(const Tensor&)>& activation,
                             double tolerance, const std::vector<double>& values) {
  const auto count = static_cast<int64_t>(values.size());
  Tensor result = activation(tbe::matmul(Input(0, {count, 1}), Input(1, {1, 1})));
  std::vector<tbe::HostTensor> inputs = {tbe::FromNumbers(ge::DT_FLOAT, {count, 1}, values),
                                         tbe::FromNumbers(ge::DT_FLOAT, {1, 1}, {1})};
  std::string description;
  ASSERT_TRUE(RunCompiled({result}, inputs, &description).ok());
  EXPECT_THAT(description, ContainsRegex("\\+ " + name + "[,\n]")) << name;
  SCOPED_TRACE(name);
  ExpectMatchesInterpreter({result}, inputs, tolerance, 0.2);
}

std::vector<double> EdgeValues() {
  const double inf = std::numeric_limits<double>::infinity();
  std::vector<double> values = {0,    -0.0, 1e-40, -1e-40, 1e-5,  -1e-5, 88,   -88,         104,
                                -104, 1e10, -1e10, 3e38,   -3e38, inf,   -inf, std::nan("")};
  for (double x = -14; x < 14; x += 0.17) values.push_back(x);
  return values;
}

TEST(CubeKernels, ActivationsAreFusedHoweverTheyAreSpelled) {
  const std::vector<double> edges = EdgeValues();
  auto expect = [&](const char* name, const std::function<Tensor(const Tensor&)>& activation) {
    ExpectActivationIsFused(name, activation, 2e-6, edges);
  };
  expect("gelu", [](const Tensor& x) { return x * 0.5 * (1.0 + tbe::verf(x / std::sqrt(2.0))); });
  expect("gelu", [](const Tensor& x) { return (tbe::verf(x * std::sqrt(0.5)) + 1.0) * (x * 0.5); });
  expect("gelu", [](const Tensor& x) { return 0.5 * x + 0.5 * x * tbe::verf(0.70710678 * x); });
  auto gelu_tanh = [](const Tensor& x, const Tensor& cube) {
    return 0.5 * x * (1.0 + tbe::vtanh(0.7978845608 * (x + 0.044715 * cube)));
  };
  // Beyond 1e12 the cube overflows, and 0 * inf is up to the spelling.
  const std::vector<double> moderate = {0, -0.0, 1e-40, 0.5, -0.5, 3, -3, 7, -7, 1e4, -1e4, 1e10, std::nan("")};
  ExpectActivationIsFused(
      "gelu_tanh", [&](const Tensor& x) { return gelu_tanh(x, x * x * x); }, 2e-6, moderate);
  ExpectActivationIsFused(
      "gelu_tanh", [&](const Tensor& x) { return gelu_tanh(x, tbe::vpow(x, 3.0)); }, 2e-6, moderate);
  expect("swish", [](const Tensor& x) { return x * tbe::vsigmoid(x); });
  expect("swish", [](const Tensor& x) { return tbe::vsigmoid(1.702 * x) * x; });
  expect("hard_swish", [](const Tensor& x) { return x * tbe::clip(x * (1.0 / 6) + 0.5, 1, 0); });
  expect("relu", [](const Tensor& x) { return tbe::vlrelu(x, 0.1); });
  expect("relu", [](const Tensor& x) { return tbe::vmax(x, x * 0.25); });
  expect("square", [](const Tensor& x) { return x * x; });
  expect("sigmoid", [](const Tensor& x) { return tbe::vsigmoid(x); });
  expect("tanh", [](const Tensor& x) { return tbe::vtanh(x); });
  expect("abs", [](const Tensor& x) { return tbe::vabs(x); });
  expect("sqrt", [](const Tensor& x) { return tbe::vsqrt(x); });
  expect("linear", [](const Tensor& x) { return x / 3.0; });
}

TEST(CubeKernels, ExpressionsThatOnlyResembleAnActivationAreKernelsOfTheirOwn) {
  Tensor x = tbe::matmul(Input(0, {5, 4}), Input(1, {4, 3}));
  std::vector<tbe::HostTensor> inputs = {Value({5, 4}, 1), Value({4, 3}, 2)};
  for (const Tensor& result :
       {x * 0.5 * (1.0 + tbe::verf(x / 1.5)), x * tbe::vsigmoid(-x), tbe::vsel(x >= 0.25, x, x * 0.1), tbe::vexp(x),
        tbe::vmin(tbe::vmax(x, x * 0.25), 1e6) * tbe::vsigmoid(x)}) {
    std::string description;
    ASSERT_TRUE(RunCompiled({result}, inputs, &description).ok());
    EXPECT_NE(description.find("Halide"), std::string::npos) << description;
    ExpectMatchesInterpreter({result}, inputs, 1e-4, 0.1);
  }
}

TEST(CubeKernels, PoolingMatchesInterpreter) {
  for (tbe::PoolMode mode : {tbe::PoolMode::kMax, tbe::PoolMode::kAverage, tbe::PoolMode::kAverageIncludePad}) {
    tbe::PoolParams pool;
    pool.mode = mode;
    pool.window = {3, 2};
    pool.strides = {2, 2};
    pool.pads_begin = {1, 0};
    pool.pads_end = {1, 1};
    ExpectMatchesInterpreter({tbe::pooling(Input(0, {2, 3, 9, 8}), pool)}, {Value({2, 3, 9, 8}, 1)}, 1e-5, 0.1);
  }
}

TEST(CubeKernels, MaximaKeepNanAndMinusInfinityWhereverTheyStandInTheWindow) {
  const double nan = std::nan(""), inf = std::numeric_limits<double>::infinity();
  std::vector<double> numbers(2 * 3 * 9 * 8, 1);
  for (const size_t at : {0, 71, 75, 100, 215, 300, 431}) numbers[at] = nan;
  std::fill(numbers.begin() + 120, numbers.begin() + 160, -inf);
  std::fill(numbers.begin() + 220, numbers.begin() + 288, -inf);
  numbers[250] = std::numeric_limits<float>::lowest();
  tbe::PoolParams pool;
  pool.window = {3, 2};
  pool.strides = {2, 1};
  pool.dilations = {2, 3};
  pool.pads_begin = {1, 1};
  pool.pads_end = {2, 0};
  ExpectMatchesInterpreter({tbe::pooling(Input(0, {2, 3, 9, 8}), pool)},
                           {tbe::FromNumbers(ge::DT_FLOAT, {2, 3, 9, 8}, numbers)}, 0, 0);
  ExpectMatchesInterpreter({tbe::pooling(Input(0, {6, 8, 9}), {.window = {4}})},
                           {tbe::FromNumbers(ge::DT_FLOAT, {6, 8, 9}, numbers)}, 0, 0);
}

TEST(CubeKernels, ExpressionsWithoutALoweringAreRefusedWithTheReason) {
  Tensor x = tbe::Placeholder(0, {1, 1, 4}, ge::DT_INT32);
  auto result = RunCompiled({tbe::pooling(x, {.window = {2}})}, {Random(ge::DT_INT32, {1, 1, 4})});
  ASSERT_FALSE(result.ok());
  EXPECT_NE(result.status().message().find("float only"), std::string::npos) << result.status().ToString();
}

}  // namespace
}  // namespace opdk::tests
