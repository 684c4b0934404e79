// The kernels of op_impl/ai_core: matmul, nn and array.
#include <gtest/gtest.h>

#include <numeric>

#include "tests/op_impl/ai_core/kernel_run.h"
#include "tests/op_impl/ai_core/numbers.h"

namespace opdk {
namespace {

// Returns first, first + 1 … in a shape.
Arg Counting(const tbe::Dims& shape, double first = 0) {
  Numbers numbers(static_cast<size_t>(std::accumulate(shape.begin(), shape.end(), int64_t{1}, std::multiplies<>())));
  std::iota(numbers.begin(), numbers.end(), first);
  return {shape, numbers};
}

Arg Ints(Numbers numbers) {
  const auto size = static_cast<int64_t>(numbers.size());
  return {{size}, std::move(numbers), ge::DT_INT64};
}

using Ints64 = std::vector<int64_t>;

TEST(AiCoreMatmul, MatMulTakesVectorsOnEitherSide) {
  const Arg matrix = {{2, 2}, {1, 2, 3, 4}}, vector = {{2}, {10, 100}};
  auto run = [](const Arg& a, const Arg& b) { return KernelRun("MatMul").Input("x1", a).Input("x2", b).Run().at(0); };
  EXPECT_THAT(tbe::ToNumbers(run(matrix, matrix)), Near(Numbers{7, 10, 15, 22}));
  EXPECT_THAT(tbe::ToNumbers(run(matrix, vector)), Near(Numbers{210, 430}));
  EXPECT_THAT(tbe::ToNumbers(run(vector, matrix)), Near(Numbers{310, 420}));
  EXPECT_EQ(run(vector, vector).shape, tbe::Dims());
  EXPECT_EQ(run(Counting({3, 1, 2, 4}), Counting({5, 4, 2})).shape, (tbe::Dims{3, 5, 2, 2}));
}

TEST(AiCoreMatmul, GemmScalesTransposesAndAdds) {
  auto gemm = [](double alpha, double beta, const Arg& c) {
    return KernelRun("GEMM")
        .Set("transpose_b", true)
        .Input("a", {{1, 2}, {1, 2}})
        .Input("b", {{2, 2}, {1, 1, 0, 1}})
        .Input("c", c)
        .Input("alpha", {{1}, {alpha}})
        .Input("beta", {{1}, {beta}})
        .Numbers();
  };
  EXPECT_THAT(gemm(1, 1, {{2}, {10, 20}}), Near(Numbers{13, 22}));
  EXPECT_THAT(gemm(1, 1, {{1, 1}, {10}}), Near(Numbers{13, 12}));
  EXPECT_THAT(gemm(2, 0.5, {{1, 2}, {10, 20}}), Near(Numbers{11, 14}));
  EXPECT_THAT(gemm(2, 1, {{}, {1}}), Near(Numbers{7, 5}));
}

TEST(AiCoreMatmul, MatMulTransposesAndAddsABias) {
  auto product = [](const Arg& bias) {
    return KernelRun("MatMul")
        .Set("transpose_x1", true)
        .Input("x1", {{2, 1}, {1, 2}})
        .Input("x2", {{2, 2}, {1, 1, 0, 1}})
        .Input("bias", bias)
        .Numbers();
  };
  EXPECT_THAT(product({{2}, {10, 20}}), Near(Numbers{11, 23}));
  EXPECT_THAT(product({{1, 1}, {10}}), Near(Numbers{11, 13}));
}

TEST(AiCoreMatmul, BatchMatMulAdjoins) {
  EXPECT_THAT(KernelRun("BatchMatMul")
                  .Set("adj_x2", true)
                  .Input("x1", Counting({2, 1, 2}))
                  .Input("x2", Counting({2, 1, 2}))
                  .Numbers(),
              Near(Numbers{1, 13}));
}

TEST(AiCoreConv, PadsStridesGroupsAndBias) {
  const Arg x = Counting({1, 1, 3, 3}, 1), ones = {{1, 1, 2, 2}, {1, 1, 1, 1}};
  EXPECT_THAT(KernelRun("Conv").Input("x", x).Input("filter", ones).Numbers(), Near(Numbers{12, 16, 24, 28}));
  EXPECT_THAT(KernelRun("Conv")
                  .Set("strides", Ints64{2, 2})
                  .Set("pads", Ints64{1, 1, 0, 0})
                  .Input("x", x)
                  .Input("filter", ones)
                  .Input("bias", {{1}, {100}})
                  .Numbers(),
              Near(Numbers{101, 105, 111, 128}));
  EXPECT_THAT(KernelRun("Conv")
                  .Set("group", int64_t{2})
                  .Input("x", Counting({1, 2, 1}, 1))
                  .Input("filter", {{2, 1, 1}, {3, 5}})
                  .Numbers(),
              Near(Numbers{3, 10}));
}

TEST(AiCoreConv, AutoPadPutsTheOddElementWhereItSays) {
  auto run = [](const char* auto_pad) {
    return KernelRun("Conv")
        .Set("auto_pad", std::string(auto_pad))
        .Input("x", {{1, 1, 3}, {1, 2, 3}})
        .Input("filter", {{1, 1, 2}, {1, 10}})
        .Numbers();
  };
  EXPECT_THAT(run("SAME_UPPER"), Near(Numbers{21, 32, 3}));
  EXPECT_THAT(run("SAME_LOWER"), Near(Numbers{10, 21, 32}));
  EXPECT_THAT(run("VALID"), Near(Numbers{21, 32}));
}

TEST(AiCoreConv, RefusesRanksItCannotTake) {
  EXPECT_NE(KernelRun("Conv").Input("x", Counting({1, 1, 2, 2, 2, 2})).Refusal().find("rank 6"), std::string::npos);
  EXPECT_EQ(KernelRun("Conv").Input("x", Counting({1, 1, 2})).Refusal(), "");
}

TEST(AiCorePool, MaxPoolGivesValuesAndPositions) {
  KernelRun kernel("MaxPoolND");
  kernel.Set("kernel_shape", Ints64{2, 2}).Set("strides", Ints64{1, 2}).Set("pads", Ints64{0, 1, 0, 0});
  kernel.Input("x", {{1, 2, 2, 3}, {1, 5, 3, 4, 5, 9, 7, 7, 7, 7, kNan, 7}});
  EXPECT_THAT(kernel.Numbers(0), Near(Numbers{4, 9, 7, kNan}));
  EXPECT_THAT(kernel.Numbers(1), Near(Numbers{3, 5, 6, 10}));
  // Row 1 of 2, columns 0, 2, (row 0 column 0), 1: counted down the columns.
  EXPECT_THAT(kernel.Set("storage_order", int64_t{1}).Numbers(1), Near(Numbers{1, 5, 6, 9}));
}

TEST(AiCorePool, CeilModeKeepsTheLastPartialWindow) {
  KernelRun kernel("MaxPoolND");
  kernel.Set("kernel_shape", Ints64{2}).Set("strides", Ints64{2}).Set("ceil_mode", int64_t{1});
  EXPECT_THAT(kernel.Input("x", Counting({1, 1, 5})).Numbers(), Near(Numbers{1, 3, 4}));
}

TEST(AiCorePool, DilatedWindowsSkip) {
  KernelRun kernel("MaxPoolND");
  kernel.Set("kernel_shape", Ints64{2}).Set("dilations", Ints64{2});
  EXPECT_THAT(kernel.Input("x", {{1, 1, 4}, {1, 9, 2, 0}}).Numbers(), Near(Numbers{2, 9}));
}

TEST(AiCorePool, AveragesWithAndWithoutPadding) {
  auto run = [](int64_t include, int64_t ceil) {
    return KernelRun("AveragePool")
        .Set("kernel_shape", Ints64{2})
        .Set("strides", Ints64{2})
        .Set("pads", Ints64{1, 1})
        .Set("count_include_pad", include)
        .Set("ceil_mode", ceil)
        .Input("x", {{1, 1, 4}, {2, 4, 6, 8}})
        .Numbers();
  };
  EXPECT_THAT(run(0, 0), Near(Numbers{2, 5, 8}));
  EXPECT_THAT(run(1, 0), Near(Numbers{1, 5, 4}));
  EXPECT_THAT(run(1, 1), Near(Numbers{1, 5, 4}));
}

TEST(AiCorePool, ElementsThatCeilModeAddsBehindThePaddingDoNotCount) {
  // Padded to [0 2 4 6 0], the window of 3 at 3 holds 6, 0 and nothing.
  auto run = [](int64_t include) {
    return KernelRun("AveragePool")
        .Set("kernel_shape", Ints64{3})
        .Set("strides", Ints64{3})
        .Set("pads", Ints64{1, 1})
        .Set("count_include_pad", include)
        .Set("ceil_mode", int64_t{1})
        .Input("x", {{1, 1, 3}, {2, 4, 6}})
        .Numbers();
  };
  EXPECT_THAT(run(1), Near(Numbers{2, 3}));
  EXPECT_THAT(run(0), Near(Numbers{3, 6}));
}

TEST(AiCorePool, GlobalPoolsKeepTheSpatialAxes) {
  const auto mean = KernelRun("GlobalAveragePool").Input("x", Counting({1, 2, 2, 2})).Run().at(0);
  EXPECT_EQ(mean.shape, (tbe::Dims{1, 2, 1, 1}));
  EXPECT_THAT(tbe::ToNumbers(mean), Near(Numbers{1.5, 5.5}));
  EXPECT_THAT(KernelRun("GlobalMaxPool").Input("x", Counting({1, 2, 2, 2})).Numbers(), Near(Numbers{3, 7}));
}

TEST(AiCoreArray, TransposeReversesOrPermutes) {
  EXPECT_THAT(KernelRun("TransposeD").Set("perm", Ints64{1, 0}).Input("x", Counting({2, 3})).Numbers(),
              Near(Numbers{0, 3, 1, 4, 2, 5}));
  EXPECT_THAT(KernelRun("TransposeD").Set("perm", Ints64{1, 0, 2}).Input("x", Counting({2, 2, 2})).Numbers(),
              Near(Numbers{0, 1, 4, 5, 2, 3, 6, 7}));
}

TEST(AiCoreArray, ConcatAndSplit) {
  EXPECT_THAT(KernelRun("ConcatD")
                  .Set("concat_dim", int64_t{-1})
                  .Dynamic("x", {Counting({2, 1}), Counting({2, 2}, 5)})
                  .Numbers(),
              Near(Numbers{0, 5, 6, 1, 7, 8}));
  KernelRun kernel("SplitV");
  kernel.Set("num_split", int64_t{2})
      .Input("x", Counting({2, 4}))
      .Input("size_splits", Ints({1, 3}))
      .Input("split_dim", Ints({-1}))
      .Outputs("y", 2);
  EXPECT_THAT(kernel.Numbers(0), Near(Numbers{0, 4}));
  EXPECT_THAT(kernel.Numbers(1), Near(Numbers{1, 2, 3, 5, 6, 7}));
  KernelRun halves("SplitD");
  halves.Set("split_dim", int64_t{0}).Set("num_split", int64_t{2}).Input("x", Counting({4})).Outputs("y", 2);
  EXPECT_THAT(halves.Numbers(1), Near(Numbers{2, 3}));
}

TEST(AiCoreArray, SliceFollowsNumpy) {
  auto run = [](const Numbers& starts, const Numbers& ends, const Numbers& axes, const Numbers& steps) {
    return KernelRun("StridedSliceV2")
        .Input("x", Counting({2, 5}))
        .Input("begin", Ints(starts))
        .Input("end", Ints(ends))
        .Input("axes", Ints(axes))
        .Input("strides", Ints(steps))
        .Numbers();
  };
  EXPECT_THAT(run({1}, {4}, {1}, {2}), Near(Numbers{1, 3, 6, 8}));
  EXPECT_THAT(run({-1, 100}, {-100, -100}, {0, -1}, {-1, -2}), Near(Numbers{9, 7, 5, 4, 2, 0}));
  EXPECT_THAT(run({3}, {2}, {1}, {1}), Near(Numbers{}));
  EXPECT_THAT(run({-100}, {1000}, {0}, {5}), Near(Numbers{0, 1, 2, 3, 4}));
  EXPECT_THAT(
      KernelRun("StridedSliceV2").Input("x", Counting({3})).Input("begin", Ints({1})).Input("end", Ints({3})).Numbers(),
      Near(Numbers{1, 2}));
}

TEST(AiCoreArray, PadInEachMode) {
  auto run = [](const char* mode, const Arg& x, const Numbers& pads) {
    return KernelRun("PadV3")
        .Set("mode", std::string(mode))
        .Set("paddings_contiguous", false)
        .Input("x", x)
        .Input("paddings", Ints(pads))
        .Numbers();
  };
  EXPECT_THAT(run("constant", Counting({1, 2}, 1), {1, 0, 0, 1}), Near(Numbers{0, 0, 0, 1, 2, 0}));
  EXPECT_THAT(run("edge", Counting({3}, 1), {2, 1}), Near(Numbers{1, 1, 1, 2, 3, 3}));
  EXPECT_THAT(run("reflect", Counting({3}, 1), {2, 2}), Near(Numbers{3, 2, 1, 2, 3, 2, 1}));
  EXPECT_THAT(run("constant", Counting({4}, 1), {-1, -1}), Near(Numbers{2, 3}));
  EXPECT_THAT(KernelRun("PadV3")
                  .Input("x", Counting({2}))
                  .Input("paddings", Ints({0, 1}))
                  .Input("constant_values", {{}, {7}})
                  .Numbers(),
              Near(Numbers{0, 1, 7}));
}

TEST(AiCoreArray, GatherExpandTileAndCast) {
  EXPECT_THAT(KernelRun("GatherV2D")
                  .Set("axis", int64_t{1})
                  .Input("x", Counting({2, 3}))
                  .Input("indices", Ints({-1, 0}))
                  .Numbers(),
              Near(Numbers{2, 0, 5, 3}));
  EXPECT_THAT(KernelRun("Expand").Input("x", Counting({2, 1})).Input("shape", Ints({3})).Numbers(),
              Near(Numbers{0, 0, 0, 1, 1, 1}));
  EXPECT_THAT(KernelRun("Tile").Input("x", Counting({1, 2})).Input("multiples", Ints({2, 2})).Numbers(),
              Near(Numbers{0, 1, 0, 1, 0, 1, 0, 1}));
  EXPECT_THAT(KernelRun("Cast").Set("dst_type", int64_t{ge::DT_INT32}).Input("x", {{3}, {-1.5, 2.9, 0}}).Numbers(),
              Near(Numbers{-1, 2, 0}));
  EXPECT_THAT(KernelRun("Cast").Set("dst_type", int64_t{ge::DT_BOOL}).Input("x", {{2}, {0.5, 0}}).Numbers(),
              Near(Numbers{1, 0}));
}

}  // namespace
}  // namespace opdk
