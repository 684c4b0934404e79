#include <gtest/gtest.h>

#include "tbe/dsl.h"
#include "tests/graph_core/ai_core/kernel_harness.h"

namespace opdk::testing {
namespace {

using tbe::Dims;
using tbe::Tensor;

Tensor Input(int index, const Dims& shape) { return tbe::Placeholder(index, shape, ge::DT_FLOAT); }
tbe::HostTensor Value(const Dims& shape, unsigned seed) { return Random(ge::DT_FLOAT, shape, -1, 1, seed); }

TEST(CubeKernels, MatmulMatchesInterpreterWithTransposesAndBatches) {
  struct Case {
    Dims a, b;
    bool trans_a, trans_b;
  };
  for (const Case& c :
       {Case{{5, 7}, {7, 3}, false, false}, Case{{7, 5}, {7, 3}, true, false}, Case{{5, 7}, {3, 7}, false, true},
        Case{{2, 5, 7}, {7, 3}, false, false}, Case{{2, 3, 5, 7}, {3, 7, 4}, false, false},
        Case{{1, 1}, {1, 1}, false, false}, Case{{2, 7, 5}, {2, 3, 7}, true, true}}) {
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
  ExpectMatchesInterpreter({y * tbe::vsigmoid(y)}, inputs, 1e-4, 0.1);
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

TEST(CubeKernels, WhatOneDnnCannotDoIsRefusedWithTheReason) {
  Tensor x = tbe::Placeholder(0, {4, 4}, ge::DT_INT32);
  auto result = RunCompiled({tbe::matmul(x, x)}, {Random(ge::DT_INT32, {4, 4})});
  ASSERT_FALSE(result.ok());
  EXPECT_NE(result.status().message().find("float only"), std::string::npos) << result.status().ToString();
}

}  // namespace
}  // namespace opdk::testing
