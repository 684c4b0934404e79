// Products and convolutions of every dtype against the interpreter.
#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "tbe/dsl.h"
#include "tests/graph_core/engines/ai_core/kernel_harness.h"

namespace opdk::tests {
namespace {

using tbe::Dims;
using tbe::HostTensor;
using tbe::Tensor;

struct Operands {
  ge::DataType left, right, result;
  double tolerance;
};

const std::vector<Operands>& AllOperands() {
  static const std::vector<Operands> all = {
      {ge::DT_FLOAT, ge::DT_FLOAT, ge::DT_FLOAT, 1e-5}, {ge::DT_FLOAT16, ge::DT_FLOAT16, ge::DT_FLOAT16, 1e-3},
      {ge::DT_BF16, ge::DT_BF16, ge::DT_BF16, 8e-3},    {ge::DT_DOUBLE, ge::DT_DOUBLE, ge::DT_DOUBLE, 1e-13},
      {ge::DT_INT16, ge::DT_INT16, ge::DT_INT16, 0},    {ge::DT_UINT16, ge::DT_UINT16, ge::DT_UINT16, 0},
      {ge::DT_INT32, ge::DT_INT32, ge::DT_INT32, 0},    {ge::DT_UINT32, ge::DT_UINT32, ge::DT_UINT32, 0},
      {ge::DT_INT64, ge::DT_INT64, ge::DT_INT64, 0},    {ge::DT_UINT64, ge::DT_UINT64, ge::DT_UINT64, 0},
      {ge::DT_UINT8, ge::DT_INT8, ge::DT_INT32, 0},     {ge::DT_INT8, ge::DT_INT8, ge::DT_INT32, 0},
      {ge::DT_UINT8, ge::DT_UINT8, ge::DT_INT32, 0},    {ge::DT_INT8, ge::DT_UINT8, ge::DT_INT32, 0},
  };
  return all;
}

// Returns numbers of the dtype's whole range for 8 and 16 bits, so that sums wrap or are large; small numbers
// otherwise.
HostTensor Numbers(ge::DataType dtype, const Dims& shape, unsigned seed) {
  switch (dtype) {
    case ge::DT_INT8:
      return Random(dtype, shape, -128, 128, seed);
    case ge::DT_UINT8:
      return Random(dtype, shape, 0, 256, seed);
    case ge::DT_INT16:
      return Random(dtype, shape, -32768, 32768, seed);
    case ge::DT_INT32:
    case ge::DT_INT64:
      return Random(dtype, shape, -2e9, 2e9, seed);
    case ge::DT_UINT16:
      return Random(dtype, shape, 0, 65536, seed);
    case ge::DT_UINT32:
    case ge::DT_UINT64:
      return Random(dtype, shape, 0, 4e9, seed);
    default:
      return Random(dtype, shape, -1, 1, seed);
  }
}

// Returns one pair of dtypes for each way that sums are computed. The dtypes left out differ from these in their name
// only.
std::vector<Operands> EachWay() {
  std::vector<Operands> chosen;
  for (const Operands& operands : AllOperands()) {
    const bool alike = operands.left == ge::DT_UINT16 || operands.left == ge::DT_UINT32 ||
                       operands.left == ge::DT_INT64 || operands.left == ge::DT_UINT64;
    if (!alike) chosen.push_back(operands);
  }
  return chosen;
}

std::string NameOf(const Operands& operands) {
  return "dtypes " + std::to_string(operands.left) + " and " + std::to_string(operands.right);
}

TEST(CubeDtypes, MatmulOfEveryDtypeAndShapeClass) {
  struct Case {
    Dims a, b;
    bool trans_a = false, trans_b = false, bias = false;
  };
  const std::vector<Case> cases = {{{1, 1}, {1, 1}},
                                   {{1, 19}, {19, 17}, false, false, true},
                                   {{15, 7}, {7, 33}, false, false, true},
                                   {{17, 16}, {16, 1}},
                                   {{13, 5}, {13, 31}, true, false},
                                   {{7, 23}, {15, 23}, false, true, true},
                                   {{11, 3}, {5, 11}, true, true},
                                   {{2, 1, 3, 5}, {3, 5, 4}},
                                   {{2, 3, 5}, {5, 16}, false, false, true},
                                   {{2, 0}, {0, 3}, false, false, true}};
  for (const Operands& operands : AllOperands()) {
    for (const Case& c : cases) {
      SCOPED_TRACE(NameOf(operands) + " " + ::testing::PrintToString(c.a) + ::testing::PrintToString(c.b));
      std::vector<HostTensor> inputs = {Numbers(operands.left, c.a, 1), Numbers(operands.right, c.b, 2)};
      Tensor bias;
      if (c.bias) {
        const Dims shape = {c.trans_b ? c.b[c.b.size() - 2] : c.b.back()};
        bias = tbe::Placeholder(2, shape, operands.result);
        inputs.push_back(Numbers(operands.result, shape, 3));
      }
      Tensor y = tbe::matmul(tbe::Placeholder(0, c.a, operands.left), tbe::Placeholder(1, c.b, operands.right),
                             c.trans_a, c.trans_b, bias);
      ASSERT_EQ(y.dtype(), operands.result);
      ExpectMatchesInterpreter({y}, inputs, operands.tolerance, operands.tolerance == 0 ? 0 : 2);
    }
  }
}

// Sums beyond 2^24, which float doesn't hold, of a packed and of a plain right operand.
TEST(CubeDtypes, SumsOfBytesAreExact) {
  for (const Operands& operands : AllOperands()) {
    if (operands.result != ge::DT_INT32 || operands.left == ge::DT_INT32) continue;
    for (int64_t rows : {1, 5, 33}) {
      for (bool trans_b : {false, true}) {
        SCOPED_TRACE(NameOf(operands) + " " + std::to_string(rows) + (trans_b ? " transposed" : ""));
        const Dims a = {rows, 2063}, b = trans_b ? Dims{18, 2063} : Dims{2063, 18};
        const double left = operands.left == ge::DT_UINT8 ? 254 : 126;
        const double right = operands.right == ge::DT_UINT8 ? 254 : 126;
        const HostTensor x = Random(operands.left, a, left, left + 2, 1);
        const HostTensor w = Random(operands.right, b, right, right + 2, 2);
        const HostTensor bias = Random(ge::DT_INT32, {18}, -1000, 1000, 3);
        Tensor y = tbe::matmul(tbe::Placeholder(0, a, operands.left), tbe::Placeholder(1, b, operands.right), false,
                               trans_b, tbe::Placeholder(2, {18}, ge::DT_INT32));
        ExpectMatchesInterpreter({y}, {x, w, bias}, 0, 0);
        // Input 2 is no constant, so the right operand isn't packed.
        Tensor plain = tbe::matmul(tbe::Placeholder(0, a, operands.left), tbe::Placeholder(2, b, operands.right), false,
                                   trans_b, tbe::Placeholder(1, {18}, ge::DT_INT32));
        ExpectMatchesInterpreter({plain}, {x, bias, w}, 0, 0);
      }
    }
    SCOPED_TRACE(NameOf(operands) + " conv");
    const Dims x = {1, 256, 5, 5}, w = {18, 256, 3, 3};
    Tensor y = tbe::conv(tbe::Placeholder(0, x, operands.left), tbe::Placeholder(1, w, operands.right), Tensor(),
                         {.pads_begin = {1, 1}, .pads_end = {1, 1}});
    const double left = operands.left == ge::DT_UINT8 ? 254 : 126, right = operands.right == ge::DT_UINT8 ? 254 : 126;
    ExpectMatchesInterpreter(
        {y}, {Random(operands.left, x, left, left + 2, 1), Random(operands.right, w, right, right + 2, 2)}, 0, 0);
  }
}

TEST(CubeDtypes, ConvolutionOfEveryKind) {
  struct Case {
    Dims x, w;
    tbe::ConvParams params;
  };
  const std::vector<Case> cases = {
      {{2, 3, 11}, {4, 3, 3}, {}},
      {{1, 4, 9, 7},
       {6, 2, 3, 2},
       {.strides = {2, 1}, .pads_begin = {1, 0}, .pads_end = {0, 1}, .dilations = {1, 2}, .groups = 2}},
      {{1, 6, 5, 5}, {6, 1, 3, 3}, {.pads_begin = {1, 1}, .pads_end = {1, 1}, .groups = 6}},
      {{1, 2, 4, 3, 5}, {3, 2, 2, 3, 1}, {.pads_begin = {0, 1, 0}, .pads_end = {1, 1, 0}}},
      {{2, 0, 3}, {4, 0, 1}, {}}};
  for (const Operands& operands : EachWay()) {
    for (const Case& c : cases) {
      SCOPED_TRACE(NameOf(operands) + " " + ::testing::PrintToString(c.x) + ::testing::PrintToString(c.w));
      const Dims bias = {c.w[0]};
      Tensor y = tbe::conv(tbe::Placeholder(0, c.x, operands.left), tbe::Placeholder(1, c.w, operands.right),
                           tbe::Placeholder(2, bias, operands.result), c.params);
      ExpectMatchesInterpreter(
          {y}, {Numbers(operands.left, c.x, 1), Numbers(operands.right, c.w, 2), Numbers(operands.result, bias, 3)},
          operands.tolerance, operands.tolerance == 0 ? 0 : 2);
    }
  }
}

// Weights of 7 bits or 8 on either side of what two products of bytes may reach, data at its ends.
TEST(CubeDtypes, SumsOfBytesAreExactWhereWeightsAreSmallAndWhereTheyAreNot) {
  for (const int limit : {64, 65}) {
    const HostTensor w = Random(ge::DT_INT8, {37, 1030}, limit, limit + 1, 1);
    HostTensor signs = Random(ge::DT_INT8, {37, 1030}, -limit, limit + 1, 2);
    for (const HostTensor& weights : {w, signs}) {
      for (const int64_t rows : {1, 2, 3, 4, 5, 6, 7, 49}) {
        SCOPED_TRACE(std::to_string(limit) + ", rows " + std::to_string(rows));
        const Tensor y = tbe::matmul(tbe::Placeholder(0, {rows, 1030}, ge::DT_UINT8),
                                     tbe::Placeholder(1, {37, 1030}, ge::DT_INT8), false, true);
        ExpectMatchesInterpreter({y}, {Random(ge::DT_UINT8, {rows, 1030}, 253, 256, 3), weights}, 0, 0);
      }
    }
  }
}

// Rows of the result shorter than a tile, as long, and longer; taps that several groups hold; filters of any count.
TEST(CubeDtypes, PlacesOfAByteConvolutionComeFromSeveralRows) {
  struct Case {
    Dims x, w;
    tbe::ConvParams params;
  };
  const std::vector<Case> cases = {
      {{1, 3, 7, 7}, {13, 3, 3, 3}, {.pads_begin = {1, 1}, .pads_end = {1, 1}}},
      {{2, 5, 3, 4}, {7, 5, 1, 1}, {}},
      {{1, 130, 4, 17}, {8, 130, 3, 3}, {.pads_begin = {1, 1}, .pads_end = {1, 1}}},
      {{1, 4, 18, 18}, {49, 4, 3, 3}, {}},
      {{1, 4, 35, 33}, {6, 2, 3, 3}, {.strides = {2, 2}, .groups = 2}},
      {{1, 2, 9, 40}, {3, 2, 2, 2}, {.strides = {1, 3}, .pads_begin = {0, 1}, .dilations = {2, 5}}},
      {{1, 3, 40, 1}, {2, 3, 4, 1}, {}},
      {{3, 2, 50}, {6, 2, 5}, {.pads_begin = {2}, .pads_end = {2}}},
      {{2, 3, 9, 21}, {7, 3, 5, 7}, {.pads_begin = {2, 3}, .pads_end = {2, 3}}},
      {{1, 6, 11, 18}, {12, 1, 3, 3}, {.strides = {1, 2}, .dilations = {1, 3}, .groups = 6}}};
  for (const int limit : {64, 127}) {
    for (const Case& c : cases) {
      SCOPED_TRACE(std::to_string(limit) + ::testing::PrintToString(c.x) + ::testing::PrintToString(c.w));
      const Tensor y = tbe::conv(tbe::Placeholder(0, c.x, ge::DT_UINT8), tbe::Placeholder(1, c.w, ge::DT_INT8),
                                 tbe::Placeholder(2, {c.w[0]}, ge::DT_INT32), c.params);
      ExpectMatchesInterpreter({y},
                               {Random(ge::DT_UINT8, c.x, 0, 256, 1), Random(ge::DT_INT8, c.w, -limit, limit + 1, 2),
                                Random(ge::DT_INT32, {c.w[0]}, -2e9, 2e9, 3)},
                               0, 0);
    }
  }
}

TEST(CubeDtypes, TransposedConvolutionOfEveryKind) {
  struct Case {
    Dims x, w;
    tbe::ConvParams params;
    Dims output_padding;
  };
  const std::vector<Case> cases = {
      {{2, 3, 7}, {3, 4, 3}, {}, {}},
      {{1, 16, 5, 6}, {16, 8, 3, 3}, {.strides = {2, 2}, .pads_begin = {1, 1}, .pads_end = {1, 1}}, {1, 0}},
      {{1, 4, 5, 3},
       {4, 3, 2, 3},
       {.strides = {2, 3}, .pads_begin = {1, 0}, .pads_end = {0, 1}, .dilations = {3, 1}, .groups = 2},
       {1, 2}},
      {{1, 6, 4, 4}, {6, 1, 3, 3}, {.strides = {2, 2}, .groups = 6}, {}},
      {{1, 2, 3, 2, 3}, {2, 2, 2, 2, 2}, {.strides = {1, 2, 1}}, {}},
      // Rows that no element reaches, and more cropped than a tap is long.
      {{1, 2, 4}, {2, 3, 1}, {.strides = {3}, .dilations = {5}}, {4}},
      {{1, 2, 9}, {2, 3, 3}, {.pads_begin = {4}, .pads_end = {3}}, {}}};
  for (const Operands& operands : EachWay()) {
    for (const Case& c : cases) {
      SCOPED_TRACE(NameOf(operands) + " " + ::testing::PrintToString(c.x) + ::testing::PrintToString(c.w));
      const Dims bias = {c.w[1] * c.params.groups};
      Tensor y = tbe::conv_transpose(tbe::Placeholder(0, c.x, operands.left), tbe::Placeholder(1, c.w, operands.right),
                                     tbe::Placeholder(2, bias, operands.result), c.params, c.output_padding);
      ExpectMatchesInterpreter(
          {y}, {Numbers(operands.left, c.x, 1), Numbers(operands.right, c.w, 2), Numbers(operands.result, bias, 3)},
          operands.tolerance, operands.tolerance == 0 ? 0 : 2);
    }
  }
}

struct FilterGradientCase {
  Dims x, w;
  tbe::ConvParams params;
};

// Returns the extents of conv's result, by its rule.
Dims PlacesOf(const FilterGradientCase& c) {
  return tbe::conv(tbe::Placeholder(0, c.x, ge::DT_FLOAT), tbe::Placeholder(1, c.w, ge::DT_FLOAT), Tensor(), c.params)
      .shape();
}

TEST(CubeDtypes, GradientOfAFilterOfEveryKind) {
  const std::vector<FilterGradientCase> cases = {
      {{2, 3, 7}, {4, 3, 3}, {}},
      {{2, 16, 7, 9}, {32, 16, 3, 3}, {.strides = {2, 2}, .pads_begin = {1, 1}, .pads_end = {1, 1}}},
      {{3, 16, 5, 6}, {16, 16, 1, 1}, {.strides = {2, 1}}},
      {{1, 4, 8, 5},
       {6, 2, 2, 3},
       {.strides = {2, 3}, .pads_begin = {1, 0}, .pads_end = {0, 1}, .dilations = {3, 1}, .groups = 2}},
      {{2, 6, 5, 5}, {6, 1, 3, 3}, {.pads_begin = {2, 1}, .pads_end = {0, 1}, .groups = 6}},
      {{1, 3, 1, 1}, {5, 3, 3, 3}, {.pads_begin = {1, 1}, .pads_end = {1, 1}}},
      {{1, 2, 4, 3, 5}, {3, 2, 2, 2, 3}, {.strides = {1, 2, 1}, .pads_begin = {0, 1, 1}, .pads_end = {0, 0, 1}}},
      // Rows at the end that no window reaches.
      {{1, 2, 9}, {2, 2, 2}, {.strides = {3}}}};
  for (const Operands& operands : EachWay()) {
    for (const FilterGradientCase& c : cases) {
      SCOPED_TRACE(NameOf(operands) + " " + ::testing::PrintToString(c.x) + ::testing::PrintToString(c.w));
      const Dims y = PlacesOf(c);
      Tensor gradient = tbe::conv_backprop_filter(tbe::Placeholder(0, c.x, operands.left),
                                                  tbe::Placeholder(1, y, operands.right), c.w, c.params);
      ExpectMatchesInterpreter({gradient}, {Numbers(operands.left, c.x, 1), Numbers(operands.right, y, 2)},
                               operands.tolerance, operands.tolerance == 0 ? 0 : 20);
    }
  }
}

TEST(CubeDtypes, GradientOfAFilterRunsOnTheCubeUnit) {
  Tensor gradient = tbe::conv_backprop_filter(tbe::Placeholder(0, {2, 3, 8, 8}, ge::DT_FLOAT),
                                              tbe::Placeholder(1, {2, 16, 8, 8}, ge::DT_FLOAT), {16, 3, 3, 3},
                                              {.pads_begin = {1, 1}, .pads_end = {1, 1}});
  std::string description;
  ASSERT_TRUE(RunCompiled({gradient}, {Numbers(ge::DT_FLOAT, {2, 3, 8, 8}, 1), Numbers(ge::DT_FLOAT, {2, 16, 8, 8}, 2)},
                          &description)
                  .ok());
  EXPECT_NE(description.find("oneDNN conv_backprop_filter, jit"), std::string::npos) << description;
}

TEST(CubeDtypes, InfinityAndNanReachOnlyTheirOwnTapsOfAFilter) {
  const double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<FilterGradientCase> cases = {
      {{2, 17, 6, 5}, {33, 17, 3, 3}, {.pads_begin = {1, 1}, .pads_end = {1, 1}}},
      {{2, 16, 7, 5}, {16, 16, 3, 3}, {.strides = {2, 2}, .pads_end = {0, 1}}},
      {{2, 17, 6, 5}, {33, 17, 2, 3}, {}},
      {{2, 19, 7, 5}, {35, 19, 1, 1}, {.strides = {2, 1}}}};
  for (ge::DataType dtype : {ge::DT_FLOAT, ge::DT_FLOAT16, ge::DT_DOUBLE}) {
    for (const FilterGradientCase& c : cases) {
      for (const double special : {inf, -inf, nan}) {
        for (const bool in_gradient : {true, false}) {
          SCOPED_TRACE(::testing::Message()
                       << dtype << " " << ::testing::PrintToString(c.w) << " " << special << " " << in_gradient);
          const Dims places = PlacesOf(c);
          HostTensor x = Numbers(dtype, c.x, 1), y = Numbers(dtype, places, 2);
          std::vector<double> numbers = tbe::ToNumbers(in_gradient ? y : x);
          numbers[2] = special;  // in the first row: above it may be padding
          (in_gradient ? y : x) = tbe::FromNumbers(dtype, in_gradient ? places : c.x, numbers);
          ExpectMatchesInterpreter({tbe::conv_backprop_filter(tbe::Placeholder(0, c.x, dtype),
                                                              tbe::Placeholder(1, places, dtype), c.w, c.params)},
                                   {x, y}, 1e-4, 20);
        }
      }
    }
  }
}

TEST(CubeDtypes, StepsBehindATransposedConvolutionAreOneKernel) {
  const Dims shape = {1, 8, 5, 5};
  Tensor y = tbe::conv_transpose(tbe::Placeholder(0, shape, ge::DT_FLOAT),
                                 tbe::Placeholder(1, {8, 4, 2, 2}, ge::DT_FLOAT), Tensor(), {.strides = {2, 2}});
  Tensor bias = tbe::Placeholder(2, {1, 4, 1, 1}, ge::DT_FLOAT), other = tbe::Placeholder(3, y.shape(), ge::DT_FLOAT);
  Tensor result = tbe::vrelu(y + bias + other);
  std::vector<HostTensor> inputs = {Numbers(ge::DT_FLOAT, shape, 1), Numbers(ge::DT_FLOAT, {8, 4, 2, 2}, 2),
                                    Numbers(ge::DT_FLOAT, {1, 4, 1, 1}, 3), Numbers(ge::DT_FLOAT, y.shape(), 4)};
  std::string description;
  ASSERT_TRUE(RunCompiled({result}, inputs, &description).ok());
  EXPECT_EQ(description.find(" + "), std::string::npos) << description;
  EXPECT_EQ(std::count(description.begin(), description.end(), '\n'), 2) << description;
  ExpectMatchesInterpreter({result}, inputs, 1e-5, 1);
}

TEST(CubeDtypes, NanAndInfinityStayWhereTheyBelong) {
  const double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  for (ge::DataType dtype : {ge::DT_FLOAT, ge::DT_FLOAT16, ge::DT_BF16, ge::DT_DOUBLE}) {
    SCOPED_TRACE(dtype);
    Tensor a = tbe::Placeholder(0, {3, 2}, dtype), b = tbe::Placeholder(1, {2, 2}, dtype);
    ExpectMatchesInterpreter({tbe::matmul(a, b)}, {tbe::FromNumbers(dtype, {3, 2}, {nan, 1, inf, -1, 1, 2}),
                                                   tbe::FromNumbers(dtype, {2, 2}, {1, 0, 2, 1})});
    // An infinite tap over the padding takes no part.
    Tensor x = tbe::Placeholder(0, {1, 1, 4}, dtype), w = tbe::Placeholder(1, {1, 1, 2}, dtype);
    ExpectMatchesInterpreter(
        {tbe::conv_transpose(x, w, Tensor(), {.strides = {2}, .dilations = {2}})},
        {tbe::FromNumbers(dtype, {1, 1, 4}, {1, nan, 2, 3}), tbe::FromNumbers(dtype, {1, 1, 2}, {1, inf})});
  }
}

TEST(CubeDtypes, AnInfiniteFilterOverThePaddingAddsNothing) {
  const double inf = std::numeric_limits<double>::infinity();
  const tbe::ConvParams same = {.pads_begin = {1, 1}, .pads_end = {1, 1}, .groups = 2};
  const Dims shape = {2, 32, 5, 4}, filter = {32, 16, 3, 3};
  for (ge::DataType dtype : {ge::DT_FLOAT, ge::DT_FLOAT16, ge::DT_BF16, ge::DT_DOUBLE}) {
    SCOPED_TRACE(dtype);
    HostTensor w = Numbers(dtype, filter, 2);
    std::vector<double> numbers = tbe::ToNumbers(w);
    numbers[0] = inf;
    numbers[20 * 16 * 9 + 8] = -inf;
    const Tensor y = tbe::conv(tbe::Placeholder(0, shape, dtype), tbe::Placeholder(1, filter, dtype),
                               tbe::Placeholder(2, {32}, dtype), same);
    const Tensor relu = tbe::vrelu(y + tbe::Placeholder(3, shape, dtype));
    const std::vector<HostTensor> inputs = {Numbers(dtype, shape, 1), tbe::FromNumbers(dtype, filter, numbers),
                                            Numbers(dtype, {32}, 3), Numbers(dtype, shape, 4)};
    ExpectMatchesInterpreter({relu}, inputs, 1e-5, 1);
    ExpectMatchesInterpreter({tbe::vtanh(y)}, inputs, 1e-5, 1);
  }
}

}  // namespace
}  // namespace opdk::tests
