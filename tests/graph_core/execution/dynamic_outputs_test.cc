// Outputs that nothing bounds: their kernel asks for memory while it runs.
#include <gtest/gtest.h>

#include <array>
#include <numeric>

#include "graph_core/ir/text.h"
#include "tests/graph_core/execution/test_graph.h"

namespace opdk {
namespace {

using namespace tests;  // NOLINT: opdk::tests

std::vector<float> Counting(int64_t n) {
  std::vector<float> values(static_cast<size_t>(n));
  std::iota(values.begin(), values.end(), 1.0F);
  return values;
}

std::vector<float> Twice(std::vector<float> values) {
  values.reserve(2 * values.size());
  values.insert(values.end(), values.begin(), values.end());
  return values;
}

Executable Asking(int64_t mode) {
  GraphBuilder b;
  return MustLoad(b.Finish({b.Op("TestAsk", "ask", {b.Input("x", {-1})}, {{"mode", mode}})}));
}

class WaysToAsk : public ::testing::TestWithParam<int64_t> {};

TEST_P(WaysToAsk, GiveEachOutputItsSize) {
  const Executable model = Asking(GetParam());
  for (int64_t n : {3, 500, 2, 0, 3}) {
    const auto out = MustRun(model, {Floats({n}, Counting(n))});
    ASSERT_EQ(out.size(), 1U);
    EXPECT_EQ(Dims(out[0]), std::vector<int64_t>{2 * n});
    EXPECT_EQ(TensorValues(out[0]), Twice(Counting(n)));
  }
}

INSTANTIATE_TEST_SUITE_P(, WaysToAsk, ::testing::Values(0, 1, 2, 3));

TEST(DynamicOutputs, RequestedMemoryIsReadByTheNextKernels) {
  GraphBuilder b;
  const Endpoint first = b.Op("TestAsk", "first", {b.Op("TestBias", "copy", {b.Input("x", {-1})})});
  const Endpoint second = b.Op("TestAsk", "second", {first});
  const Executable model = MustLoad(b.Finish({b.Op("TestAdd", "sum", {second, second}), first}));
  for (int64_t n : {2, 7, 2}) {
    const auto out = MustRun(model, {Floats({n}, Counting(n))});
    ASSERT_EQ(out.size(), 2U);
    EXPECT_EQ(TensorValues(out[1]), Twice(Counting(n)));
    std::vector<float> sum = Twice(Twice(Counting(n)));
    for (float& value : sum) value *= 2;
    EXPECT_EQ(TensorValues(out[0]), sum);
  }
}

// A branch that asks for its output's memory, and a loop whose value doubles in each round.
constexpr const char* kRegions = R"(graph g {
  %x = Data {index: 0} : float[?]
  %n = Data {index: 1} : int64[]
  %c = Data {index: 2} : bool[]
  %if = If(cond: %c, input: [%x]) : output: [_]
    then_branch asks {
      %a = Data {index: 0} : _
      %y = TestAsk(x: %a)
      %o = NetOutput(x: [%y])
    }
    else_branch copies {
      %a = Data {index: 0} : _
      %o = NetOutput(x: [%a])
    }
  %true = Const {value: bool[](true)}
  %loop = Loop(M?: %n, cond?: %true, v_initial: [%if:output0]) : v_final_and_scan_outputs: [_]
    body doubles {
      %i = Data {index: 0} : _
      %going_on = Data {index: 1} : _
      %value = Data {index: 2} : _
      %y = TestAsk(x: %value)
      %o = NetOutput(x: [%going_on, %y])
    }
  %out = NetOutput(x: [%loop:v_final_and_scan_outputs0])
})";

TEST(DynamicOutputs, KernelsInRegionsRequestMemory) {
  auto packages =
      PackageRegistry::Load({{OPDK_BINARY_DIR "/lib/opdk/builtin", OPDK_EXECUTION_OPERATORS_DIR}, false, false});
  ASSERT_TRUE(packages.ok()) << packages.status().ToString();
  auto session = Session::Create(*packages);
  auto graph = Parse(kRegions);
  ASSERT_TRUE(session.ok() && graph.ok());
  const auto compiled = (*session)->Compile(*std::move(graph));
  ASSERT_TRUE(compiled.ok()) << compiled.status().ToString();
  const ge::Tensor x = Floats({2}, {1, 2});
  for (int64_t rounds : {3, 0, 2, 1}) {
    for (bool asks : {true, false}) {
      const auto cond = static_cast<uint8_t>(asks);
      const auto out =
          MustRun(compiled->model, {x,
                                    ge::Tensor(ge::TensorDesc(ge::Shape(), ge::FORMAT_ND, ge::DT_INT64),
                                               reinterpret_cast<const uint8_t*>(&rounds), 8),
                                    ge::Tensor(ge::TensorDesc(ge::Shape(), ge::FORMAT_ND, ge::DT_BOOL), &cond, 1)});
      ASSERT_EQ(out.size(), 1U);
      std::vector<float> expected = {1, 2};
      for (int64_t i = asks ? -1 : 0; i < rounds; ++i) expected = Twice(expected);
      EXPECT_EQ(TensorValues(out[0]), expected);
    }
  }
}

TEST(DynamicOutputs, AnEmptyOutputNeedsNoRequest) {
  GraphBuilder b;
  const Endpoint none = b.Op("TestAsk", "ask", {b.Input("x", {1})});
  const Executable model = MustLoad(b.Finish({b.Op("TestBias", "after", {none})}));
  const auto out = MustRun(model, {Floats({1}, {5})});
  ASSERT_EQ(out.size(), 1U);
  EXPECT_EQ(Dims(out[0]), std::vector<int64_t>{0});
}

TEST(DynamicOutputs, TheCallersBufferIsUsedWhenItIsLargeEnough) {
  const Executable model = Asking(0);
  const std::vector<float> values = {1, 2};
  const std::vector<int64_t> shape = {2};
  const std::array<RunInput, 1> inputs = {RunInput{values.data(), 8, ge::DT_FLOAT, shape}};
  std::array<float, 4> buffer{};
  std::array<RunOutput, 1> outputs = {RunOutput{buffer.data(), sizeof(buffer)}};
  const Status status = model.Run(inputs, outputs);
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_EQ(outputs[0].bytes, sizeof(buffer));
  EXPECT_EQ(buffer, (std::array<float, 4>{1, 2, 1, 2}));
  outputs = {RunOutput{buffer.data(), 12}};
  EXPECT_EQ(model.Run(inputs, outputs).code(), ErrorCode::kInputMismatch);
}

TEST(DynamicOutputs, AKernelThatSetsNoSizeIsToldToSetIt) {
  GraphBuilder b;
  const Executable model = MustLoad(b.Finish({b.Op("TestUnbounded", "open", {b.Input("x", {3})})}));
  const Status status = model.Run(std::vector<ge::Tensor>{Floats({3}, {1, 2, 3})}).status();
  EXPECT_EQ(status.code(), ErrorCode::kKernelFailed);
  EXPECT_NE(status.ToString().find("output y is used before its size is known"), std::string::npos)
      << status.ToString();
  EXPECT_NE(status.ToString().find("SetDimSizes"), std::string::npos) << status.ToString();
}

struct Fault {
  int64_t mode;
  ErrorCode code;
  const char* named;
};

class WrongRequests : public ::testing::TestWithParam<Fault> {};

TEST_P(WrongRequests, AreErrorsThatNamePackageOperatorAndNode) {
  const Executable model = Asking(GetParam().mode);
  for (int round = 0; round < 2; ++round) {
    const Status status = model.Run(std::vector<ge::Tensor>{Floats({3}, {1, 2, 3})}).status();
    EXPECT_EQ(status.code(), GetParam().code);
    for (const char* text : {GetParam().named, "execution_operators", "TestAsk", "node ask", "output y"}) {
      EXPECT_NE(status.ToString().find(text), std::string::npos) << text << " in " << status.ToString();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, WrongRequests,
                         ::testing::Values(Fault{4, ErrorCode::kShapeOverflow, "takes 4194304.0 TiB of memory"},
                                           Fault{5, ErrorCode::kKernelFailed, "never asked for the memory"},
                                           Fault{6, ErrorCode::kKernelFailed, "is 24 bytes, and asked for 4"},
                                           Fault{7, ErrorCode::kKernelFailed, "set an address of its own"}));

}  // namespace
}  // namespace opdk
