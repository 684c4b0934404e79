#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <nlohmann/json.hpp>

#include "graph_core/execution/profile.h"
#include "tests/graph_core/execution/test_graph.h"

namespace opdk {
namespace {

using namespace tests;  // NOLINT: opdk::tests

Graph AddGraph() {
  GraphBuilder b;
  const Endpoint a = b.Input("a", {2, 2});
  const Endpoint c = b.Input("c", {2, 2});
  return b.Finish({b.Op("TestAdd", "sum", {a, c})});
}

RunInput View(const std::vector<float>& values, const std::vector<int64_t>& shape) {
  return {values.data(), values.size() * sizeof(float), ge::DT_FLOAT, shape};
}

TEST(Run, ComputesAndCanBeRepeatedWithOtherBuffers) {
  Executable model = MustLoad(AddGraph());
  EXPECT_FALSE(model.dynamic());
  for (float k : {1.0F, 10.0F}) {
    const auto out = MustRun(model, {Floats({2, 2}, {k, 2, 3, 4}), Floats({2, 2}, {1, 1, 1, 1})});
    ASSERT_EQ(out.size(), 1U);
    EXPECT_EQ(TensorValues(out[0]), (std::vector<float>{k + 1, 3, 4, 5}));
    EXPECT_EQ(Dims(out[0]), (std::vector<int64_t>{2, 2}));
  }
}

TEST(Run, WritesStraightIntoTheCallersBufferOfAnyAlignment) {
  Executable model = MustLoad(AddGraph());
  const std::vector<float> a = {1, 2, 3, 4};
  const std::vector<int64_t> shape = {2, 2};
  std::array<float, 5> buffer{};
  const std::array<RunInput, 2> inputs = {View(a, shape), View(a, shape)};
  std::array<RunOutput, 1> outputs = {RunOutput{buffer.data() + 1, 4 * sizeof(float)}};
  ASSERT_TRUE(model.Run(inputs, outputs).ok());
  EXPECT_EQ(outputs[0].data, buffer.data() + 1);
  EXPECT_EQ(outputs[0].bytes, 16U);
  EXPECT_EQ(outputs[0].shape.size(), 2U);
  EXPECT_EQ(buffer, (std::array<float, 5>{0, 2, 4, 6, 8}));
}

TEST(Run, InputsAndConstantsCanBeOutputsThemselves) {
  GraphBuilder b;
  const Endpoint x = b.Input("x", {2});
  const Endpoint c = b.Const("c", Floats({2}, {7, 8}));
  const Endpoint y = b.Op("TestBias", "y", {x});
  Executable model = MustLoad(b.Finish({x, c, y, y}));
  const auto out = MustRun(model, {Floats({2}, {1, 2})});
  ASSERT_EQ(out.size(), 4U);
  EXPECT_EQ(TensorValues(out[0]), (std::vector<float>{1, 2}));
  EXPECT_EQ(TensorValues(out[1]), (std::vector<float>{7, 8}));
  EXPECT_EQ(TensorValues(out[2]), (std::vector<float>{1, 2}));
  EXPECT_EQ(TensorValues(out[3]), (std::vector<float>{1, 2}));
}

TEST(Run, EmptyTensorsAreNotAbsentOnes) {
  GraphBuilder b;
  Executable model = MustLoad(b.Finish({b.Op("TestBias", "y", {b.Input("x", {0, 3})})}));
  const auto out = MustRun(model, {Floats({0, 3}, {})});
  ASSERT_EQ(out.size(), 1U);
  EXPECT_EQ(Dims(out[0]), (std::vector<int64_t>{0, 3}));
}

TEST(RunErrors, AMissingInputIsNamed) {
  Executable model = MustLoad(AddGraph());
  const std::vector<ge::Tensor> one = {Floats({2, 2}, {1, 2, 3, 4})};
  const Status status = model.Run(one).status();
  EXPECT_EQ(status.code(), ErrorCode::kInputMissing);
  EXPECT_NE(status.message().find("'c'"), std::string::npos) << status.message();
}

TEST(RunErrors, MismatchesNameTheDeclaredAndTheGivenTensor) {
  Executable model = MustLoad(AddGraph());
  const ge::Tensor good = Floats({2, 2}, {1, 2, 3, 4});
  const ge::Tensor wrong_rank = Floats({4}, {1, 2, 3, 4});
  const ge::Tensor wrong_dim = Floats({2, 3}, {1, 2, 3, 4, 5, 6});
  const ge::Tensor wrong_dtype = Ints({1, 2});
  const ge::Tensor too_short = Floats({2, 2}, {1, 2, 3});
  const std::vector<std::pair<ge::Tensor, std::string>> cases = {
      {wrong_rank, "declared float[2, 2], but float[4] was given: the rank differs (1 instead of 2)"},
      {wrong_dim, "declared float[2, 2], but float[2, 3] was given: dimension 1 differs (3 instead of 2)"},
      {wrong_dtype, "declared float[2, 2], but int64[2] was given: the dtype differs (int64 instead of float)"},
      {too_short, "its buffer has 12 bytes where 16 are needed"}};
  for (const auto& [tensor, text] : cases) {
    const Status status = model.Run(std::vector<ge::Tensor>{good, tensor}).status();
    EXPECT_EQ(status.code(), ErrorCode::kInputMismatch);
    EXPECT_NE(status.message().find(text), std::string::npos) << status.message();
    EXPECT_NE(status.message().find("'c'"), std::string::npos);
  }
}

TEST(RunErrors, AnOutputBufferThatIsTooSmallIsRefused) {
  Executable model = MustLoad(AddGraph());
  const std::vector<float> a = {1, 2, 3, 4};
  const std::vector<int64_t> shape = {2, 2};
  std::array<float, 2> buffer{};
  const std::array<RunInput, 2> inputs = {View(a, shape), View(a, shape)};
  std::array<RunOutput, 1> outputs = {RunOutput{buffer.data(), sizeof(buffer)}};
  const Status status = model.Run(inputs, outputs);
  EXPECT_EQ(status.code(), ErrorCode::kInputMismatch);
  EXPECT_NE(status.message().find("has 8 bytes"), std::string::npos) << status.message();
  EXPECT_EQ(buffer, (std::array<float, 2>{}));
}

class KernelErrors : public ::testing::TestWithParam<std::pair<int64_t, ErrorCode>> {};

TEST_P(KernelErrors, AreLocatedAndTheModelRunsAgain) {
  GraphBuilder b;
  const Endpoint x = b.Input("x", {2});
  const Endpoint y = b.Op("TestFail", "fragile", {x}, {{"mode", Attr(GetParam().first)}});
  Executable model = MustLoad(b.Finish({y}));
  const Status status = model.Run(std::vector<ge::Tensor>{Floats({2}, {-1, 0})}).status();
  EXPECT_EQ(status.code(), GetParam().second);
  const std::string text = status.ToString();
  EXPECT_NE(text.find("node fragile (TestFail), engine ai_cpu, package execution_operators"), std::string::npos)
      << text;
  const std::string words[] = {"error code 7", "the kernel's own words", "exception"};
  EXPECT_NE(text.find(words[GetParam().first]), std::string::npos) << text;
  EXPECT_EQ(TensorValues(MustRun(model, {Floats({2}, {3, 4})}).at(0)), (std::vector<float>{3, 4}));
}

INSTANTIATE_TEST_SUITE_P(Modes, KernelErrors,
                         ::testing::Values(std::pair(int64_t{0}, ErrorCode::kKernelFailed),
                                           std::pair(int64_t{1}, ErrorCode::kKernelThrew),
                                           std::pair(int64_t{2}, ErrorCode::kKernelThrew)));

TEST(Profile, HasOneEventPerTaskAndRun) {
  GraphBuilder b;
  const Endpoint x = b.Input("x", {2});
  const Endpoint first = b.Op("TestBias", "first", {x});
  Executable model = MustLoad(b.Finish({b.Op("TestAdd", "second", {first, x})}));
  Profile profile;
  for (int run = 0; run < 3; ++run) {
    ASSERT_TRUE(model.Run(std::vector<ge::Tensor>{Floats({2}, {1, 2})}, &profile).ok());
  }
  ASSERT_EQ(profile.events().size(), 6U);
  ASSERT_EQ(profile.steps().size(), 2U);
  EXPECT_EQ(profile.steps()[0].node, "first");
  EXPECT_EQ(profile.steps()[1].engine, "ai_cpu");
  EXPECT_EQ(profile.events().back().step, 1);
  EXPECT_EQ(profile.events().back().run, 2);
  const std::string path = ::testing::TempDir() + "/trace_" + std::to_string(::getpid()) + ".json";
  ASSERT_TRUE(profile.WriteChromeTrace(path).ok());
  std::ifstream file(path);
  const nlohmann::json trace = nlohmann::json::parse(file);
  ASSERT_EQ(trace["traceEvents"].size(), 9U);
  EXPECT_EQ(trace["traceEvents"][2]["name"], "run 2");
  EXPECT_EQ(trace["traceEvents"][8]["name"], "second");
  EXPECT_EQ(trace["traceEvents"][8]["args"]["package"], "execution_operators");
}

TEST(Profile, AFileThatCantBeWrittenIsAnError) {
  EXPECT_EQ(Profile().WriteChromeTrace("/nonexistent/trace.json").code(), ErrorCode::kWriteFailed);
}

}  // namespace
}  // namespace opdk
