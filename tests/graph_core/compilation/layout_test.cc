// Tensors that share memory: views, in-place outputs, graph inputs and outputs.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include "graph_core/base/aligned_memory.h"
#include "graph_core/compilation/compile.h"
#include "graph_core/compilation/memory_plan.h"
#include "tests/graph_core/execution/test_graph.h"

namespace opdk {
namespace {

using namespace tests;  // NOLINT: opdk::tests

Program MustCompile(Graph graph, const CompileOptions& options = {}) {
  auto compiled = Compile(std::move(graph), AiCpuOnly(), *TestPackages(), options);
  OPDK_CHECK(compiled.ok(), compiled.status().ToString());
  return *std::move(compiled);
}

const Block& BlockOf(const Program& model, const std::string& node) {
  const auto nodes = NumberedNodes(model.graph);
  OPDK_CHECK(nodes.ok(), nodes.status().ToString());
  for (const TensorSlot& slot : model.main().tensors) {
    if ((*nodes)[static_cast<size_t>(slot.node)]->name() == node) {
      return model.main().blocks[static_cast<size_t>(slot.block)];
    }
  }
  OPDK_CHECK(false, node);
  return model.main().blocks[0];
}

bool Share(const Program& model, const std::string& a, const std::string& b) {
  return &BlockOf(model, a) == &BlockOf(model, b);
}

TEST(Layout, AnOutputOverwritesAnInputThatDies) {
  GraphBuilder b;
  const Endpoint x = b.Input("x", {4});
  const Endpoint first = b.Op("TestBias", "first", {x});
  const Endpoint second = b.Op("TestAdd", "second", {first, x});
  const Endpoint third = b.Op("TestBias", "third", {second});
  const Program model = MustCompile(b.Finish({third}));
  EXPECT_TRUE(Share(model, "first", "second"));
  EXPECT_FALSE(Share(model, "second", "third"));
  EXPECT_EQ(model.memory.in_place, 1);
  EXPECT_EQ(model.memory.planned, kArenaAlignment);
}

TEST(Layout, AnInputThatIsReadLaterIsNotOverwritten) {
  GraphBuilder b;
  const Endpoint x = b.Input("x", {4});
  const Endpoint first = b.Op("TestBias", "first", {x});
  const Endpoint second = b.Op("TestAdd", "second", {first, x});
  const Endpoint third = b.Op("TestAdd", "third", {second, first});
  const Program model = MustCompile(b.Finish({third}));
  EXPECT_FALSE(Share(model, "first", "second"));
  EXPECT_TRUE(Share(model, "second", "third"));
}

TEST(Layout, CallersInputsConstantsAndDoubleReadsAreNotOverwritten) {
  GraphBuilder b;
  const Endpoint x = b.Input("x", {4});
  const Endpoint c = b.Const("c", Floats({4}, {1, 2, 3, 4}));
  const Endpoint over_input = b.Op("TestAdd", "over_input", {x, x});
  const Endpoint over_constant = b.Op("TestAdd", "over_constant", {c, x});
  const Endpoint twice = b.Op("TestAdd", "twice", {over_input, over_input});
  const Program model = MustCompile(b.Finish({over_constant, twice}));
  EXPECT_EQ(model.memory.in_place, 0);
  EXPECT_EQ(BlockOf(model, "x").kind, BlockKind::kInput);
  EXPECT_EQ(BlockOf(model, "c").kind, BlockKind::kConstant);
  EXPECT_EQ(model.memory.constants, 16U);
}

// Compiles a view of four floats as three.
Status StatusOfTooSmallView(bool value_of_run) {
  GraphBuilder b;
  const ge::TensorDesc desc(ge::Shape({1}), ge::FORMAT_ND, ge::DT_INT64);
  const Endpoint shape = value_of_run ? b.Input("shape", desc) : b.Const("shape", Ints({4}));
  const Endpoint view = b.Op("TestReshape", "view", {b.Input("x", {4}), shape});
  view.node->op().outputs[0].desc.SetShape(ge::Shape({3}));
  return Compile(b.Finish({view}), AiCpuOnly(), *TestPackages(), {}).status();
}

TEST(Layout, AViewOfAnotherSizeIsTheFaultOfItsOperatorInformationOrOfAValueOfTheRun) {
  const Status declared = StatusOfTooSmallView(false), given = StatusOfTooSmallView(true);
  EXPECT_EQ(declared.code(), ErrorCode::kOpInfoInvalid) << declared.ToString();
  EXPECT_EQ(given.code(), ErrorCode::kInferShape) << given.ToString();
  EXPECT_EQ(given.message(), "the output's shape float[3] does not fit its input, which is float[4]");
}

TEST(Layout, AGraphOutputIsNotOverwritten) {
  GraphBuilder b;
  const Endpoint x = b.Input("x", {4});
  const Endpoint first = b.Op("TestBias", "first", {x});
  const Endpoint second = b.Op("TestAdd", "second", {first, x});
  const Program model = MustCompile(b.Finish({first, second}));
  EXPECT_FALSE(Share(model, "first", "second"));
  EXPECT_EQ(model.memory.zero_copy, 2);
  EXPECT_EQ(model.memory.planned, 0U);
}

TEST(Layout, AViewRunsNoTaskAndKeepsItsInputAlive) {
  GraphBuilder b;
  const Endpoint x = b.Input("x", {4});
  const Endpoint first = b.Op("TestBias", "first", {x});
  const Endpoint view = b.Op("TestReshape", "view", {first, b.Const("shape", Ints({2, 2}))});
  const Endpoint other = b.Op("TestBias", "other", {x});
  const Endpoint again = b.Op("TestReshape", "again", {other, b.Const("shape2", Ints({2, 2}))});
  const Endpoint sum = b.Op("TestAdd", "sum", {again, view});
  const Program model = MustCompile(b.Finish({sum}));
  EXPECT_EQ(model.main().steps.size(), 3U);
  EXPECT_TRUE(Share(model, "first", "view"));
  EXPECT_TRUE(Share(model, "other", "sum"));
  EXPECT_EQ(model.memory.views, 2);
}

TEST(Layout, AViewOfATaskOutputIsStillWrittenIntoTheCallersBuffer) {
  GraphBuilder b;
  const Endpoint x = b.Input("x", {4});
  const Endpoint first = b.Op("TestBias", "first", {x});
  const Endpoint view = b.Op("TestReshape", "view", {first, b.Const("shape", Ints({2, 2}))});
  const Endpoint input_view = b.Op("TestReshape", "input_view", {x, b.Const("shape2", Ints({2, 2}))});
  const Program model = MustCompile(b.Finish({view, input_view, view}));
  EXPECT_EQ(BlockOf(model, "first").kind, BlockKind::kOutput);
  EXPECT_FALSE(model.main().outputs[0].copied);
  EXPECT_TRUE(model.main().outputs[1].copied);  // the caller's own input
  EXPECT_EQ(model.memory.zero_copy, 1);
}

TEST(Layout, WithoutReuseEveryTensorHasItsOwnBytes) {
  GraphBuilder b;
  Endpoint x = b.Input("x", {64});
  for (int i = 0; i < 10; ++i) x = b.Op("TestBias", "n" + std::to_string(i), {x});
  CompileOptions options;
  options.reuse_memory = false;
  const Program model = MustCompile(b.Finish({x}), options);
  EXPECT_EQ(model.memory.planned, 9U * 256U);
  EXPECT_EQ(model.memory.theoretical_min, 2U * 256U);
}

TEST(Layout, ANodeWithoutAnEngineIsRefused) {
  GraphBuilder b;
  const Endpoint node = b.Op("TestBias", "lost", {b.Input("x", {4})});
  node.node->placement().engine.clear();
  const auto compiled = Compile(b.Finish({node}), AiCpuOnly(), *TestPackages());
  ASSERT_FALSE(compiled.ok());
  EXPECT_EQ(compiled.status().code(), ErrorCode::kNoEngine);
  EXPECT_NE(compiled.status().message().find("lost (TestBias)"), std::string::npos);
}

TEST(Layout, ATensorTooLargeForMemoryIsRefused) {
  GraphBuilder b;
  const Endpoint node = b.Op("TestBias", "huge", {b.Input("x", {int64_t{1} << 32, int64_t{1} << 32})});
  const auto compiled = Compile(b.Finish({node}), AiCpuOnly(), *TestPackages());
  ASSERT_FALSE(compiled.ok());
  EXPECT_EQ(compiled.status().code(), ErrorCode::kShapeOverflow);
}

// Random graphs compute with shared memory the numbers that they have by definition.
TEST(Layout, RandomGraphsComputeTheSameWithSharedMemory) {
  std::mt19937 random(42);
  for (int round = 0; round < 60; ++round) {
    GraphBuilder b;
    std::vector<std::pair<Endpoint, std::vector<float>>> known;
    for (int i = 0; i < 2; ++i) {
      const float value = static_cast<float>(i + 1);
      known.push_back({b.Input("x" + std::to_string(i), {8}), std::vector<float>(8, value)});
    }
    known.push_back({b.Const("c", Floats({8}, std::vector<float>(8, 0.5F))), std::vector<float>(8, 0.5F)});
    auto pick = [&] {
      // Mostly young tensors, so that old ones die.
      const size_t back = std::uniform_int_distribution<size_t>(1, std::min<size_t>(known.size(), 5))(random);
      return known[known.size() - back];
    };
    for (int i = 0; i < 25; ++i) {
      const auto [left, left_values] = pick();
      const auto [right, right_values] = pick();
      std::vector<float> sum(8);
      for (size_t k = 0; k < 8; ++k) sum[k] = left_values[k] + right_values[k];
      if (std::uniform_int_distribution<int>(0, 3)(random) == 0) {
        known.push_back({b.Op("TestBias", "bias" + std::to_string(i), {left}), left_values});
      } else {
        known.push_back({b.Op("TestAdd", "add" + std::to_string(i), {left, right}), sum});
      }
    }
    std::vector<Endpoint> outputs = {known.back().first, pick().first, pick().first};
    std::map<std::pair<Node*, int>, std::vector<float>> expected;
    for (const auto& [endpoint, values] : known) expected[{endpoint.node, endpoint.index}] = values;
    Executable model = MustLoad(b.Finish(outputs));
    for (int run = 0; run < 2; ++run) {
      const auto results =
          MustRun(model, {Floats({8}, std::vector<float>(8, 1.0F)), Floats({8}, std::vector<float>(8, 2.0F))});
      ASSERT_EQ(results.size(), outputs.size());
      for (size_t i = 0; i < outputs.size(); ++i) {
        EXPECT_EQ(TensorValues(results[i]), (expected[{outputs[i].node, outputs[i].index}])) << "round " << round;
      }
    }
  }
}

}  // namespace
}  // namespace opdk
