// Dynamic models whose shapes come often, and those with gears.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "tests/graph_core/builtin_packages.h"
#include "tests/graph_core/execution/test_graph.h"

namespace opdk {
namespace {

using ::testing::HasSubstr;
using testing::Values;
using tests::Dims;
using tests::Floats;

constexpr std::string_view kConvolutions = R"(graph net {
  %x = Data {index: 0} : float[?,16,8,8]@NCHW
  %w = Const {value: float[16,16,3,3](0.0125 ...)}
  %c1 = Conv2D(x: %x, filter: %w) {strides: [1,1,1,1], pads: [1,1,1,1], data_format: "NCHW"} : y: _
  %r = Relu(x: %c1) : y: _
  %c2 = Conv2D(x: %r, filter: %w) {strides: [1,1,1,1], pads: [1,1,1,1], data_format: "NCHW"} : y: _
  %o = NetOutput(x: [%c2])
}
)";

ge::Tensor Images(int64_t batch) {
  std::vector<float> values(static_cast<size_t>(batch * 16 * 64));
  for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>((i * 7919) % 1000) / 500 - 1;
  return Floats({batch, 16, 8, 8}, values);
}

std::vector<float> RunBatch(const Executable& model, int64_t batch) {
  const auto outputs = model.Run(std::vector<ge::Tensor>{Images(batch)});
  EXPECT_TRUE(outputs.ok()) << outputs.status().ToString();
  if (!outputs.ok()) return {};
  EXPECT_EQ(Dims((*outputs)[0]), (std::vector<int64_t>{batch, 16, 8, 8}));
  return tests::TensorValues((*outputs)[0]);
}

void ExpectNear(const std::vector<float>& a, const std::vector<float>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (size_t i = 0; i < a.size(); ++i) ASSERT_NEAR(a[i], b[i], 1e-4 * (1 + std::abs(b[i]))) << i;
}

TEST(Specialization, ABatchThatComesOftenIsComputedTheSame) {
  const Executable model = MustCompileText(kConvolutions);
  ASSERT_NE(model.variants(), nullptr);
  const std::vector<float> expected = RunBatch(model, 2), other = RunBatch(model, 3);
  for (int run = 1; run < ShapeVariants::kRunsBefore; ++run) RunBatch(model, 2);
  model.variants()->Wait();
  ASSERT_EQ(model.variants()->size(), 1U);
  ExpectNear(RunBatch(model, 2), expected);
  ExpectNear(RunBatch(model, 3), other);
}

TEST(Specialization, AnErrorOfTheInputIsThatOfTheModel) {
  const Executable model = MustCompileText(kConvolutions);
  for (int run = 0; run <= ShapeVariants::kRunsBefore; ++run) {
    const auto refused = model.Run(std::vector<ge::Tensor>{Floats({1, 16, 8}, std::vector<float>(128, 1))});
    EXPECT_EQ(refused.status().code(), ErrorCode::kInputMismatch);
  }
  model.variants()->Wait();
  EXPECT_EQ(model.variants()->size(), 0U);
}

TEST(Specialization, AGraphWithoutGainIsNotSpecialized) {
  EXPECT_EQ(MustCompileText(R"(graph net {
  %x = Data {index: 0} : float[?,4]
  %r = Relu(x: %x) : y: _
  %o = NetOutput(x: [%r])
})")
                .variants(),
            nullptr);
}

TEST(Specialization, DeterministicModelsKeepTheirKernels) {
  CompileOptions options;
  options.deterministic = true;
  EXPECT_EQ(MustCompileText(kConvolutions, options).variants(), nullptr);
  options.deterministic = false;
  options.specialize = false;
  EXPECT_EQ(MustCompileText(kConvolutions, options).variants(), nullptr);
}

TEST(Specialization, GraphsWithVariablesAreLeftAlone) {
  std::string text(kConvolutions);
  const std::string last = "  %o = NetOutput(x: [%c2])\n";
  text.replace(text.find(last), last.size(), R"(  %one = Const {value: int32[](1)}
  %n = Variable {value: int32[](0)} : int32[]
  %up = AssignAdd(ref: %n, value: %one) : ref: _
  %o = NetOutput(x: [%c2]) after(%up)
)");
  EXPECT_EQ(MustCompileText(text).variants(), nullptr);
}

TEST(Specialization, AModelMayEndWhileAnotherIsMadeOfIt) {
  for (int64_t batch = 1; batch < 4; ++batch) {
    const Executable model = MustCompileText(kConvolutions);
    for (int run = 0; run < ShapeVariants::kRunsBefore; ++run) RunBatch(model, batch);
  }
}

// A model that lives as long as the process is never destroyed.
TEST(Specialization, AProcessMayEndWhileAModelIsMade) {
  const auto run_and_end = [] {
    auto* model = new Executable(MustCompileText(kConvolutions));
    for (int run = 0; run < ShapeVariants::kRunsBefore; ++run) RunBatch(*model, 2);
    std::exit(0);
  };
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(run_and_end(), ::testing::ExitedWithCode(0), "");
}

TEST(Specialization, GearsAreTheOnlyShapesThatRun) {
  const std::vector<float> expected = RunBatch(MustCompileText(kConvolutions), 2);
  CompileOptions options;
  options.gears = {{{1, 16, 8, 8}}, {{2, 16, 8, 8}}};
  const Executable model = MustCompileText(kConvolutions, options);
  EXPECT_EQ(model.variants()->size(), 2U);
  EXPECT_EQ(model.inputs()[0].shape, (std::vector<int64_t>{-1, 16, 8, 8}));
  ExpectNear(RunBatch(model, 2), expected);
  const auto refused = model.Run(std::vector<ge::Tensor>{Images(3)});
  EXPECT_EQ(refused.status().code(), ErrorCode::kInputMismatch);
  EXPECT_THAT(refused.status().ToString(), HasSubstr("[3,16,8,8]; the model was made for [1,16,8,8]; [2,16,8,8]"));

  options.any_shape_beside_gears = true;
  const Executable both = MustCompileText(kConvolutions, options);
  EXPECT_EQ(RunBatch(both, 3).size(), 3U * 16 * 64);
}

TEST(Specialization, GearsThatDoNotFitAreRefused) {
  CompileOptions options;
  options.gears = {{{1, 17, 8, 8}}};
  EXPECT_THAT(CompileText(kConvolutions, options).status().ToString(),
              HasSubstr("the shape [1,17,8,8] isn't allowed by [-1,16,8,8]"));
  options.gears = {{{1, 16, 8, 8}, {1}}};
  EXPECT_THAT(CompileText(kConvolutions, options).status().ToString(), HasSubstr("the graph has 1 inputs"));
  options.gears = {{{4}}};
  EXPECT_THAT(
      CompileText(
          "graph g {\n  %x = Data {index: 0} : float[4]\n  %r = Relu(x: %x) : y: _\n  %o = NetOutput(x: [%r])\n}",
          options)
          .status()
          .ToString(),
      HasSubstr("gears are given, but all shapes of the inputs are known"));
}

}  // namespace
}  // namespace opdk
