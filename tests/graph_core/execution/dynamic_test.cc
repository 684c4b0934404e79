#include <gtest/gtest.h>

#include <array>
#include <cstring>

#include "graph_core/execution/memory.h"
#include "tests/graph_core/engines/function_engine.h"
#include "tests/graph_core/execution/test_graph.h"

namespace opdk {
namespace {

using namespace tests;  // NOLINT: opdk::tests

TEST(DynamicShapes, OneModelServesEveryInputShape) {
  GraphBuilder b;
  const Endpoint x = b.Input("x", {-1});
  const Endpoint twice = b.Op("TestTwice", "twice", {b.Op("TestBias", "copy", {x})});
  Executable model = MustLoad(b.Finish({b.Op("TestAdd", "sum", {twice, twice})}));
  EXPECT_TRUE(model.dynamic());
  for (int64_t n : {3, 1, 5, 5, 0, 3}) {
    const auto out = MustRun(model, {Floats({n}, std::vector<float>(static_cast<size_t>(n), 2))});
    ASSERT_EQ(out.size(), 1U);
    EXPECT_EQ(Dims(out[0]), (std::vector<int64_t>{2, n}));
    EXPECT_EQ(TensorValues(out[0]), std::vector<float>(static_cast<size_t>(2 * n), 4));
  }
}

TEST(DynamicShapes, AnOutputShapeCanComeFromAnInputsValue) {
  GraphBuilder b;
  const Endpoint x = b.Input("x", {6});
  const Endpoint shape = b.Input("shape", ge::TensorDesc(ge::Shape({2}), ge::FORMAT_ND, ge::DT_INT64));
  const Endpoint view = b.Op("TestReshape", "view", {b.Op("TestBias", "copy", {x}), shape});
  Executable model = MustLoad(b.Finish({b.Op("TestBias", "y", {view})}));
  for (int64_t rows : {2, 3, 2, 6}) {
    const auto out = MustRun(model, {Floats({6}, {1, 2, 3, 4, 5, 6}), Ints({rows, 6 / rows})});
    ASSERT_EQ(out.size(), 1U);
    EXPECT_EQ(Dims(out[0]), (std::vector<int64_t>{rows, 6 / rows}));
    EXPECT_EQ(TensorValues(out[0]), (std::vector<float>{1, 2, 3, 4, 5, 6}));
  }
}

TEST(DynamicShapes, AViewThatDoesNotFitItsInputIsRefused) {
  GraphBuilder b;
  const Endpoint x = b.Input("x", {6});
  const Endpoint shape = b.Input("shape", ge::TensorDesc(ge::Shape({2}), ge::FORMAT_ND, ge::DT_INT64));
  Executable model = MustLoad(b.Finish({b.Op("TestReshape", "view", {x, shape})}));
  const Status status = model.Run(std::vector<ge::Tensor>{Floats({6}, {1, 2, 3, 4, 5, 6}), Ints({4, 5})}).status();
  EXPECT_EQ(status.code(), ErrorCode::kInferShape);
  EXPECT_NE(status.ToString().find("node view (TestReshape)"), std::string::npos) << status.ToString();
  EXPECT_EQ(MustRun(model, {Floats({6}, {1, 2, 3, 4, 5, 6}), Ints({3, 2})}).size(), 1U);
}

TEST(DynamicShapes, AKernelReportsAShapeThatOnlyItKnows) {
  GraphBuilder b;
  const Endpoint x = b.Input("x", {-1});
  const Endpoint positive = b.Op("TestPositive", "positive", {x});
  Executable model = MustLoad(b.Finish({positive, b.Op("TestBias", "after", {positive})}));
  const std::vector<std::pair<std::vector<float>, std::vector<float>>> cases = {
      {{1, -1, 2}, {1, 2}}, {{1, 3, 2}, {1, 3, 2}}, {{-1, -1, -2}, {}}, {{5, -5}, {5}}, {{}, {}}};
  for (const auto& [given, expected] : cases) {
    const auto out = MustRun(model, {Floats({static_cast<int64_t>(given.size())}, given)});
    ASSERT_EQ(out.size(), 2U);
    for (const ge::Tensor& tensor : out) {
      EXPECT_EQ(TensorValues(tensor), expected);
      EXPECT_EQ(Dims(tensor), (std::vector<int64_t>{static_cast<int64_t>(expected.size())}));
    }
  }
}

TEST(DynamicShapes, AKernelThatReportsMoreThanItsBoundIsRefused) {
  GraphBuilder b;
  const Endpoint boast = b.Op("TestBoast", "boast", {b.Input("x", {-1})});
  Executable model = MustLoad(b.Finish({b.Op("TestBias", "after", {boast})}));
  // 17 elements are more than the 16 that one unit of memory has room for.
  const Status status = model.Run(std::vector<ge::Tensor>{Floats({16}, std::vector<float>(16, 1))}).status();
  EXPECT_EQ(status.code(), ErrorCode::kKernelFailed);
  EXPECT_NE(status.message().find("68 bytes and more than the 64 bytes"), std::string::npos) << status.message();
}

TEST(DynamicShapes, ShapesThatContradictAtRunTimeReachNoKernel) {
  GraphBuilder b;
  const Endpoint fixed = b.Input("x1", {2, 3});
  Executable model = MustLoad(b.Finish({b.Op("TestDot", "dot", {fixed, b.Input("x2", {-1, 1})})}));
  const ge::Tensor left = Floats({2, 3}, {1, 2, 3, 4, 5, 6});
  for (int round = 0; round < 2; ++round) {
    const Status status = model.Run(std::vector<ge::Tensor>{left, Floats({1, 1}, {1})}).status();
    EXPECT_EQ(status.code(), ErrorCode::kInferShape);
    EXPECT_NE(status.ToString().find("node dot (TestDot)"), std::string::npos) << status.ToString();
    EXPECT_EQ(TensorValues(MustRun(model, {left, Floats({3, 1}, {1, 1, 1})}).at(0)), (std::vector<float>{6, 15}));
  }
}

TEST(DynamicShapes, InferenceThatContradictsItselfIsRefused) {
  GraphBuilder b;
  Executable model = MustLoad(b.Finish({b.Op("TestFickle", "fickle", {b.Input("x", {-1, 2})})}));
  EXPECT_EQ(MustRun(model, {Floats({4, 2}, {1, 2, 3, 4, 5, 6, 7, 8})}).size(), 1U);
  const Status status = model.Run(std::vector<ge::Tensor>{Floats({64, 2}, std::vector<float>(128, 1))}).status();
  EXPECT_EQ(status.code(), ErrorCode::kInferShape);
  EXPECT_NE(status.message().find("output y is float[64, 2], but it was float[4, 2]"), std::string::npos)
      << status.message();
}

TEST(DynamicShapes, ShapesInTurnPrepareNothingAgain) {
  FunctionEngine engine([](const KernelArgs&) { return Status(); });
  GraphBuilder b;
  const Executable model = MustLoadOn(engine, b.Finish({b.Op("TestBias", "copy", {b.Input("x", {-1})})}));
  for (int round = 0; round < 10; ++round) {
    for (int64_t n = 1; n <= 16; ++n) MustRun(model, {Floats({n}, std::vector<float>(static_cast<size_t>(n), 1))});
  }
  EXPECT_EQ(engine.prepared, 16);
}

TEST(DynamicShapes, AHundredShapesInTurnGiveRightResults) {
  GraphBuilder b;
  const Endpoint x = b.Input("x", {-1});
  const Executable model = MustLoad(b.Finish({b.Op("TestTwice", "twice", {b.Op("TestBias", "copy", {x})})}));
  for (int round = 0; round < 3; ++round) {
    for (int64_t n = 1; n <= 100; ++n) {
      const std::vector<float> values(static_cast<size_t>(n), static_cast<float>(n));
      const auto out = MustRun(model, {Floats({n}, values)});
      ASSERT_EQ(out.size(), 1U);
      ASSERT_EQ(TensorValues(out[0]).size(), static_cast<size_t>(2 * n));
      ASSERT_EQ(TensorValues(out[0]).back(), static_cast<float>(n));
    }
  }
}

TEST(DynamicShapes, ARunInOtherMemoryThanTheOneBeforeHasAWorkspace) {
  constexpr size_t kBytes = 4096;
  FunctionEngine engine(
      [](const KernelArgs& args) {
        if (args.workspace == nullptr) return Status(ErrorCode::kInternal, "no workspace");
        std::memset(args.workspace, 1, kBytes);
        return Status();
      },
      kBytes);
  Engine* const engines[] = {&engine};
  GraphBuilder b;
  auto program = Compile(b.Finish({b.Op("TestBias", "copy", {b.Input("x", {-1})})}), engines, *TestPackages());
  ASSERT_TRUE(program.ok()) << program.status().ToString();
  LoadOptions options;
  options.memory = std::make_shared<SessionMemory>();
  const auto memory = options.memory;
  const auto model = Load(*std::move(program), engines, *TestPackages(), std::move(options));
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  MustRun(*model, {Floats({2}, {1, 2})});
  // Another model of the session runs meanwhile.
  const auto taken = memory->arenas.Borrow(0, 0);
  ASSERT_TRUE(taken.ok());
  MustRun(*model, {Floats({2}, {1, 2})});
}

TEST(DynamicShapes, TheCallersBufferIsUsedWhenTheResultFits) {
  GraphBuilder b;
  Executable model = MustLoad(b.Finish({b.Op("TestPositive", "positive", {b.Input("x", {-1})})}));
  const std::vector<float> values = {1, -1, 2, -3};
  const std::vector<int64_t> shape = {4};
  const std::array<RunInput, 1> inputs = {RunInput{values.data(), 16, ge::DT_FLOAT, shape}};
  std::array<float, 4> buffer{};
  // Large enough for the bound; for the result only; for neither.
  for (size_t capacity : {16U, 8U, 4U}) {
    buffer = {};
    std::array<RunOutput, 1> outputs = {RunOutput{buffer.data(), capacity}};
    const Status status = model.Run(inputs, outputs);
    if (capacity == 4) {
      EXPECT_EQ(status.code(), ErrorCode::kInputMismatch);
      EXPECT_EQ(buffer[0], 0);
      continue;
    }
    ASSERT_TRUE(status.ok()) << status.ToString();
    EXPECT_EQ(outputs[0].data, buffer.data());
    EXPECT_EQ(outputs[0].bytes, 8U);
    EXPECT_EQ(buffer[0], 1);
    EXPECT_EQ(buffer[1], 2);
  }
}

TEST(DynamicShapes, UnknownRankAcceptsAnyShape) {
  GraphBuilder b;
  Executable model = MustLoad(b.Finish({b.Op("TestBias", "y", {b.Input("x", {-2})})}));
  EXPECT_EQ(Dims(MustRun(model, {Floats({1, 2, 1}, {1, 2})}).at(0)), (std::vector<int64_t>{1, 2, 1}));
  EXPECT_EQ(Dims(MustRun(model, {Floats({}, {1})}).at(0)), (std::vector<int64_t>{}));
}

TEST(DynamicShapes, FixedDimensionsAreStillChecked) {
  GraphBuilder b;
  Executable model = MustLoad(b.Finish({b.Op("TestBias", "y", {b.Input("x", {-1, 2})})}));
  const Status status = model.Run(std::vector<ge::Tensor>{Floats({1, 3}, {1, 2, 3})}).status();
  EXPECT_EQ(status.code(), ErrorCode::kInputMismatch);
  EXPECT_NE(status.message().find("declared float[?, 2]"), std::string::npos) << status.message();
}

Status AddBias(const KernelArgs& args) {
  if (args.workspace == nullptr) return Status(ErrorCode::kInternal, "no workspace");
  const float add = args.inputs[1].data == nullptr ? 0 : *static_cast<const float*>(args.inputs[1].data);
  for (size_t i = 0; i < static_cast<size_t>(args.inputs[0].shape->at(0)); ++i) {
    static_cast<float*>(args.outputs[0].data)[i] = static_cast<const float*>(args.inputs[0].data)[i] + add;
  }
  return Status();
}

constexpr size_t kWorkspace = 128;

TEST(Adaptation, HappensOnlyForNewShapes) {
  FunctionEngine engine(AddBias, kWorkspace);
  GraphBuilder b;
  Executable model = MustLoadOn(engine, b.Finish({b.Op("TestBias", "y", {b.Input("x", {-1})})}));
  EXPECT_EQ(engine.compile_calls, 1);
  EXPECT_EQ(engine.prepared, 0);
  const std::vector<int> after = {1, 1, 2, 2, 2};
  const std::vector<int64_t> sizes = {4, 4, 5, 5, 4};
  for (size_t i = 0; i < sizes.size(); ++i) {
    const auto out = MustRun(model, {Floats({sizes[i]}, std::vector<float>(static_cast<size_t>(sizes[i]), 1))});
    EXPECT_EQ(Dims(out.at(0)), std::vector<int64_t>{sizes[i]});
    EXPECT_EQ(engine.prepared, after[i]);
  }
}

TEST(Adaptation, FollowsTheShapeOfEachInput) {
  FunctionEngine engine(AddBias, kWorkspace);
  GraphBuilder b;
  const Endpoint x = b.Input("x", {-1});
  Executable model = MustLoadOn(engine, b.Finish({b.Op("TestBias", "y", {x, b.Input("bias", {-1})})}));
  const std::vector<std::pair<int64_t, int>> runs = {{1, 1}, {2, 2}, {2, 2}, {1, 2}};
  for (const auto& [size, prepared] : runs) {
    const ge::Tensor bias = Floats({size}, std::vector<float>(static_cast<size_t>(size), 3));
    EXPECT_EQ(TensorValues(MustRun(model, {Floats({2}, {1, 2}), bias}).at(0)), (std::vector<float>{4, 5}));
    EXPECT_EQ(engine.prepared, prepared);
  }
}

TEST(Adaptation, FollowsTheValuesThatAKernelIsBuiltFrom) {
  FunctionEngine engine(AddBias, kWorkspace);
  GraphBuilder b;
  const Endpoint x = b.Input("x", {2});
  Executable model = MustLoadOn(engine, b.Finish({b.Op("TestBias", "y", {x, b.Input("bias", {1})})}));
  EXPECT_TRUE(model.dynamic());
  const std::vector<std::pair<float, int>> runs = {{1, 1}, {1, 1}, {2, 2}, {2, 2}};
  for (const auto& [bias, prepared] : runs) {
    const auto out = MustRun(model, {Floats({2}, {1, 2}), Floats({1}, {bias})});
    EXPECT_EQ(TensorValues(out.at(0)), (std::vector<float>{1 + bias, 2 + bias}));
    EXPECT_EQ(engine.prepared, prepared);
  }
}

TEST(Adaptation, IsNotNeededWhereTheValueIsConstant) {
  FunctionEngine engine(AddBias, kWorkspace);
  GraphBuilder b;
  const Endpoint bias = b.Const("bias", Floats({1}, {3}));
  Executable model = MustLoadOn(engine, b.Finish({b.Op("TestBias", "y", {b.Input("x", {2}), bias})}));
  EXPECT_FALSE(model.dynamic());
  EXPECT_EQ(engine.prepared, 1);
  EXPECT_EQ(TensorValues(MustRun(model, {Floats({2}, {1, 2})}).at(0)), (std::vector<float>{4, 5}));
  EXPECT_EQ(engine.prepared, 1);
}

TEST(BufferPool, ReusesReleasedBuffers) {
  BufferPool pool;
  const auto first = pool.Acquire(1000);
  const auto second = pool.Acquire(1000);
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_NE(first->data, second->data);
  pool.Release(first->data);
  EXPECT_EQ(pool.Acquire(900)->data, first->data);
  const size_t held = pool.held_bytes();
  pool.ReleaseAll();
  EXPECT_NE(pool.Acquire(10)->data, nullptr);  // a buffer so much larger is kept for others
  EXPECT_GT(pool.held_bytes(), held);
}

}  // namespace
}  // namespace opdk
