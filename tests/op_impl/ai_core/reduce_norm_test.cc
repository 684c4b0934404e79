// The kernels of op_impl/ai_core: reduce and norm.
#include <gtest/gtest.h>

#include "tests/op_impl/ai_core/kernel_run.h"
#include "tests/op_impl/ai_core/numbers.h"

namespace opdk {
namespace {

const Arg kMatrix = {{2, 3}, {1, -2, 3, 4, 5, 6}};

Arg Axes(Numbers axes) {
  const auto size = static_cast<int64_t>(axes.size());
  return {{size}, std::move(axes), ge::DT_INT64};
}

Numbers Reduce(const char* type, const Arg& x, const Numbers& axes) {
  return KernelRun(type).Input("x", x).Input("axes", Axes(axes)).Numbers();
}

TEST(AiCoreReduce, EachOperation) {
  EXPECT_THAT(Reduce("ReduceSum", kMatrix, {1}), Near(Numbers{2, 15}));
  EXPECT_THAT(Reduce("ReduceMean", kMatrix, {0}), Near(Numbers{2.5, 1.5, 4.5}));
  EXPECT_THAT(Reduce("ReduceMax", kMatrix, {-1}), Near(Numbers{3, 6}));
  EXPECT_THAT(Reduce("ReduceMin", kMatrix, {0, 1}), Near(Numbers{-2}));
  EXPECT_THAT(Reduce("ReduceProd", kMatrix, {1}), Near(Numbers{-6, 120}));
  EXPECT_THAT(Reduce("ReduceLogSum", kMatrix, {1}), Near(Numbers{std::log(2), std::log(15)}));
  EXPECT_THAT(Reduce("ReduceLogSumExp", kMatrix, {1}),
              Near(Numbers{std::log(std::exp(1) + std::exp(-2) + std::exp(3)),
                           std::log(std::exp(4) + std::exp(5) + std::exp(6))}));
  const Arg flags = {{2, 2}, {0, 1, 1, 1}, ge::DT_BOOL};
  EXPECT_THAT(Reduce("ReduceMax", flags, {1}), Near(Numbers{1, 1}));
  EXPECT_THAT(Reduce("ReduceMin", flags, {1}), Near(Numbers{0, 1}));
}

TEST(AiCoreReduce, AxesMayBeEmptyAndDimsDropped) {
  EXPECT_THAT(Reduce("ReduceSum", kMatrix, {}), Near(kMatrix.numbers));
  EXPECT_THAT(
      KernelRun("ReduceMean").Set("noop_with_empty_axes", false).Input("x", kMatrix).Input("axes", Axes({})).Numbers(),
      Near(Numbers{17.0 / 6}));
  const auto dropped = KernelRun("ReduceMax").Input("x", kMatrix).Input("axes", Axes({0})).Run();
  EXPECT_EQ(dropped.at(0).shape, (tbe::Dims{3}));
}

TEST(AiCoreReduce, LogSumExpNeitherOverflowsNorSubtractsInfinities) {
  EXPECT_THAT(Reduce("ReduceLogSumExp", {{4, 2}, {1000, 1000, -kInf, -kInf, kInf, 1, kNan, 1}}, {1}),
              Near(Numbers{1000 + std::log(2), -kInf, kInf, kNan}));
}

TEST(AiCoreNorm, SoftmaxIsSafeAndSumsToOne) {
  const Arg x = {{2, 3}, {1, 2, 3, 1000, 1000, -1000}};
  const double sum = std::exp(-2) + std::exp(-1) + 1;
  EXPECT_THAT(KernelRun("SoftmaxV2").Input("x", x).Numbers(),
              Near(Numbers{std::exp(-2) / sum, std::exp(-1) / sum, 1 / sum, 0.5, 0.5, 0}));
  EXPECT_THAT(KernelRun("LogSoftmaxV2").Input("logits", x).Numbers(),
              Near(Numbers{-2 - std::log(sum), -1 - std::log(sum), -std::log(sum), -std::log(2), -std::log(2),
                           -2000 - std::log(2)}));
  EXPECT_THAT(
      KernelRun("SoftmaxV2").Set("axes", std::vector<int64_t>{0}).Input("x", {{2, 1}, {0, std::log(3)}}).Numbers(),
      Near(Numbers{0.25, 0.75}));
  EXPECT_THAT(KernelRun("SoftmaxV2").Input("x", {{}, {7}}).Numbers(), Near(Numbers{1}));
  EXPECT_THAT(KernelRun("LogSoftmaxV2").Input("logits", {{}, {7}}).Numbers(), Near(Numbers{0}));
}

TEST(AiCoreNorm, LayerNormalizationGivesAllThreeOutputs) {
  KernelRun kernel("LayerNormV3");
  kernel.Set("begin_norm_axis", int64_t{-1}).Set("begin_params_axis", int64_t{-1});
  kernel.Input("x", {{2, 2}, {1, 3, -4, 4}}).Input("gamma", {{2}, {1, 2}}).Input("beta", {{2}, {0, 10}});
  const double first = 1 / std::sqrt(1 + 1e-5F), second = 1 / std::sqrt(16 + 1e-5F);
  EXPECT_THAT(kernel.Numbers(0), Near(Numbers{-first, 2 * first + 10, -4 * second, 8 * second + 10}));
  EXPECT_THAT(kernel.Numbers(1), Near(Numbers{2, 0}));
  EXPECT_THAT(kernel.Numbers(2), Near(Numbers{first, second}));
}

TEST(AiCoreNorm, LayerNormalizationOverSeveralAxes) {
  KernelRun kernel("LayerNormV3");
  kernel.Set("epsilon", 0.0F).Input("x", {{2, 2}, {1, 1, 3, 3}});
  kernel.Input("gamma", {{2}, {1, 2}}).Input("beta", {{}, {0}});
  EXPECT_THAT(kernel.Numbers(), Near(Numbers{-1, -2, 1, 2}));
  EXPECT_EQ(kernel.Run().at(1).shape, (tbe::Dims{1, 1}));
}

TEST(AiCoreNorm, LayerNormalizationOfHalvesComputesInFloat) {
  // Uses 2049, which doesn't exist in float16: a mean rounded to float16 would move every element.
  KernelRun kernel("LayerNormV3");
  kernel.Input("x", {{4}, {2048, 2048, 2050, 2050}, ge::DT_FLOAT16})
      .Input("gamma", {{4}, {1, 1, 1, 1}, ge::DT_FLOAT16})
      .Input("beta", {{}, {0}, ge::DT_FLOAT16});
  EXPECT_THAT(kernel.Numbers(), Near(Numbers{-1, -1, 1, 1}));
  EXPECT_THAT(kernel.Numbers(1), Near(Numbers{2049}));
}

TEST(AiCoreNorm, BNInferNormalizesPerChannel) {
  KernelRun run("BNInfer");
  run.Set("epsilon", 1.0F).Input("x", {{2, 2, 1}, {1, 10, 3, 30}}).Input("scale", {{2}, {2, 1}});
  run.Input("offset", {{2}, {0, 5}}).Input("mean", {{2}, {1, 10}}).Input("variance", {{2}, {3, 0}});
  EXPECT_THAT(run.Numbers(), Near(Numbers{0, 5, 2, 25}));
}

TEST(AiCoreNorm, InstanceNormPerInstanceAndChannel) {
  KernelRun run("InstanceNorm");
  run.Set("epsilon", 0.0F).Set("data_format", std::string("NCHW")).Input("x", {{1, 2, 2}, {1, 3, 10, 30}});
  run.Input("gamma", {{2}, {1, 2}}).Input("beta", {{2}, {0, 1}});
  EXPECT_THAT(run.Numbers(), Near(Numbers{-1, 1, -1, 3}));
}

}  // namespace
}  // namespace opdk
