// Memory that a caller gives a ge::Session for constants and runs, and compiled graphs from files.
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <thread>

#include "graph_core/ir/from_operators.h"
#include "graph_core/program/program_file.h"
#include "graph_core/session.h"
#include "tests/graph_core/builtin_packages.h"
#include "tests/graph_core/host/session_functions.h"

namespace ge {
namespace {

using MemoryBase = std::function<Status(uint32_t, const void*, size_t)>;

// Expects a refusal of a graph that doesn't exist, no memory, too little memory, and memory that isn't aligned.
void ExpectChecked(const MemoryBase& base, size_t needed) {
  alignas(64) static std::array<uint8_t, 65536> memory;
  EXPECT_EQ(base(9, memory.data(), memory.size()), FAILED);
  EXPECT_TRUE(ErrorHas("no graph 9")) << GEGetErrorMsg();
  EXPECT_EQ(base(1, nullptr, 0), FAILED);
  EXPECT_TRUE(ErrorHas("no memory is given")) << GEGetErrorMsg();
  EXPECT_EQ(base(1, memory.data() + 8, memory.size() - 8), FAILED);
  EXPECT_TRUE(ErrorHas("multiple of 64")) << GEGetErrorMsg();
  if (needed == 0) return;
  EXPECT_EQ(base(1, memory.data(), needed - 1), FAILED);
  EXPECT_TRUE(ErrorHas(std::to_string(needed) + " bytes")) << GEGetErrorMsg();
}

// Makes a product with a weight that its kernel packs, and a bias that is read as it is.
Graph Layer(int64_t wide) {
  Operator data = MakeDescribed("x", "Data", TensorDesc(Shape({4, wide}), FORMAT_ND, DT_FLOAT));
  const auto constant = [](const char* name, const Tensor& value) {
    Operator op = MakeDescribed(name, "Const", value.GetTensorDesc());
    op.SetAttr("value", value);
    return op;
  };
  std::vector<float> weight(static_cast<size_t>(wide * wide)), bias(static_cast<size_t>(4 * wide));
  for (size_t i = 0; i < weight.size(); ++i) weight[i] = static_cast<float>(i % 7) - 3;
  for (size_t i = 0; i < bias.size(); ++i) bias[i] = static_cast<float>(i % 5);
  Operator product = Make("product", "MatMulV2"), shift = Make("shift", "Mul");
  product.SetInput("x1", data).SetInput("x2", constant("w", Floats({wide, wide}, weight)));
  shift.SetInput("x1", product).SetInput("x2", constant("b", Floats({4, wide}, bias)));
  Graph graph("layer");
  graph.SetInputs({data}).SetOutputs(std::vector<Operator>{shift});
  return graph;
}

TEST_F(SessionFunctions, ConstantsLieInTheCallersMemory) {
  constexpr int64_t kWide = 96;
  Graph graph = Layer(kWide);
  Compiled(graph);
  size_t needed = 0;
  ASSERT_EQ(session_->GetCompiledGraphSummary(1)->GetConstMemorySize(needed), SUCCESS);
  ASSERT_GE(needed, static_cast<size_t>(kWide * kWide + 4 * kWide) * sizeof(float));
  const auto set = [this](uint32_t id, const void* m, size_t n) { return session_->SetGraphConstMemoryBase(id, m, n); };
  ExpectChecked(set, needed);
  const Tensor input = Floats({4, kWide}, std::vector<float>(4 * kWide, 2));
  std::vector<Tensor> expected, outputs;
  ASSERT_EQ(session_->RunGraph(1, {input}, expected), SUCCESS) << GEGetErrorMsg();
  const std::unique_ptr<uint8_t, decltype(&std::free)> memory(
      static_cast<uint8_t*>(std::aligned_alloc(64, (needed + 63) / 64 * 64)), &std::free);
  ASSERT_EQ(set(1, memory.get(), needed), SUCCESS) << GEGetErrorMsg();
  ASSERT_EQ(session_->RunGraph(1, {input}, outputs), SUCCESS) << GEGetErrorMsg();
  EXPECT_EQ(TensorValues(outputs.at(0)), TensorValues(expected.at(0)));
  // Nothing else is read: all zeros give zeros.
  std::fill_n(memory.get(), needed, uint8_t{0});
  ASSERT_EQ(session_->RunGraph(1, {input}, outputs), SUCCESS) << GEGetErrorMsg();
  EXPECT_EQ(TensorValues(outputs.at(0)), std::vector<float>(4 * kWide, 0));

  ASSERT_EQ(graph.AddOp(MakeDescribed("late", "Variable", kTwoFloats)), GRAPH_SUCCESS);
  EXPECT_EQ(set(1, memory.get(), needed), FAILED);
  EXPECT_TRUE(ErrorHas("graph 1") && ErrorHas("changed since it was compiled")) << GEGetErrorMsg();
  Add(TwoOutputs({-1}), 2);
  ASSERT_EQ(session_->CompileGraph(2), SUCCESS) << GEGetErrorMsg();
  EXPECT_EQ(set(2, memory.get(), needed), FAILED);
  EXPECT_TRUE(ErrorHas("dynamic") && ErrorHas("BuildGraph")) << GEGetErrorMsg();
}

TEST_F(SessionFunctions, RunsComputeInTheCallersMemory) {
  // The tensor between the two softmaxes lies in the arena.
  Operator data = MakeDescribed("x", "Data", TensorDesc(Shape({4, 64}), FORMAT_ND, DT_FLOAT));
  Operator first = Make("first", "SoftmaxV2"), second = Make("second", "SoftmaxV2");
  first.SetInput("x", data).SetAttr("axes", std::vector<int64_t>{0});
  second.SetInput("x", first).SetAttr("axes", std::vector<int64_t>{1});
  Graph graph("twice");
  graph.SetInputs({data}).SetOutputs(std::vector<Operator>{second});
  Compiled(graph);
  size_t needed = 0;
  ASSERT_EQ(session_->GetCompiledGraphSummary(1)->GetFeatureMemorySize(needed), SUCCESS);
  ASSERT_GE(needed, 4U * 64 * sizeof(float));
  const Tensor input = Floats({4, 64}, std::vector<float>(256, 0.5f));
  std::vector<Tensor> expected, outputs;
  ASSERT_EQ(session_->RunGraph(1, {input}, expected), SUCCESS) << GEGetErrorMsg();
  const auto update = [this](uint32_t id, const void* m, size_t n) {
    return session_->UpdateGraphFeatureMemoryBase(id, m, n);
  };
  const auto refresh = [this](uint32_t id, const void* m, size_t n) {
    return session_->UpdateGraphRefreshableFeatureMemoryBase(id, m, n);
  };
  for (const MemoryBase& base : {MemoryBase(update), MemoryBase(refresh)}) {
    ExpectChecked(base, needed);
    const std::unique_ptr<uint8_t, decltype(&std::free)> memory(static_cast<uint8_t*>(std::aligned_alloc(64, needed)),
                                                                &std::free);
    std::fill_n(memory.get(), needed, uint8_t{0});
    ASSERT_EQ(base(1, memory.get(), needed), SUCCESS) << GEGetErrorMsg();
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&] {
        std::vector<Tensor> own;
        for (int run = 0; run < 20; ++run) {
          ASSERT_EQ(session_->RunGraph(1, {input}, own), SUCCESS) << GEGetErrorMsg();
          ASSERT_EQ(TensorValues(own.at(0)), TensorValues(expected.at(0)));
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_TRUE(std::any_of(memory.get(), memory.get() + needed, [](uint8_t byte) { return byte != 0; }));
    ASSERT_EQ(session_->RunGraphWithStreamAsync(1, &stream_, {input}, outputs), SUCCESS) << GEGetErrorMsg();
    EXPECT_EQ(TensorValues(outputs.at(0)), TensorValues(expected.at(0)));
    outputs.clear();
  }
  Add(TwoOutputs({-1}), 2);
  ASSERT_EQ(session_->CompileGraph(2), SUCCESS) << GEGetErrorMsg();
  alignas(64) std::array<uint8_t, 64> memory{};
  EXPECT_EQ(update(2, memory.data(), memory.size()), FAILED);
  EXPECT_TRUE(ErrorHas("dynamic") && ErrorHas("BuildGraph")) << GEGetErrorMsg();
  const auto fix = [this](uint32_t id, const void* m, size_t n) {
    return session_->SetGraphFixedFeatureMemoryBase(id, m, n);
  };
  ExpectChecked(fix, 0);
  EXPECT_EQ(fix(1, memory.data(), 0), SUCCESS) << GEGetErrorMsg();
  EXPECT_EQ(session_->SetGraphFixedFeatureMemoryBaseWithType(1, MEMORY_TYPE_DEFAULT, memory.data(), 64), SUCCESS);
  EXPECT_EQ(session_->SetGraphFixedFeatureMemoryBaseWithType(1, MEMORY_TYPE_P2P, memory.data(), 1), FAILED);
  EXPECT_TRUE(ErrorHas("MEMORY_TYPE_DEFAULT")) << GEGetErrorMsg();
}

std::string Written(const Graph& graph) {
  auto session = opdk::Session::Create(opdk::BuiltinPackages());
  auto read = opdk::FromOperators(graph);
  OPDK_CHECK(session.ok() && read.ok(), "a session and a graph");
  auto compiled = (*session)->Compile(*std::move(read));
  OPDK_CHECK(compiled.ok(), compiled.status().ToString());
  auto bytes = opdk::WriteProgram(compiled->model.program());
  OPDK_CHECK(bytes.ok(), bytes.status().ToString());
  return *std::move(bytes);
}

TEST_F(SessionFunctions, LoadGraphTakesACompiledGraphFromAFile) {
  const std::string path = ::testing::TempDir() + "opdk_load_graph_two_" + std::to_string(::getpid()) + ".om";
  std::filesystem::remove(path);
  EXPECT_EQ(session_->LoadGraph(1, Options{}, path), FAILED);
  EXPECT_TRUE(ErrorHas("E1002") && ErrorHas(path)) << GEGetErrorMsg();
  std::ofstream(path) << "this is no compiled graph";
  EXPECT_EQ(session_->LoadGraph(1, Options{}, path), FAILED);
  EXPECT_TRUE(ErrorHas("E2001") && ErrorHas(path)) << GEGetErrorMsg();
  std::ofstream(path, std::ios::binary) << Written(TwoOutputs({2}));
  EXPECT_EQ(session_->LoadGraph(1, Options{{"no.such", "1"}}, path), FAILED);
  ASSERT_EQ(session_->LoadGraph(1, Options{}, path), SUCCESS) << GEGetErrorMsg();
  EXPECT_EQ(session_->LoadGraph(1, Options{}, path), FAILED);
  EXPECT_TRUE(ErrorHas("in this session already")) << GEGetErrorMsg();
  EXPECT_FALSE(session_->IsGraphNeedRebuild(1));
  std::vector<Tensor> outputs;
  ASSERT_EQ(session_->RunGraph(1, {Floats({2}, {1, 3})}, outputs), SUCCESS) << GEGetErrorMsg();
  EXPECT_EQ(TensorValues(outputs.at(1)), (std::vector<float>{1, 9}));
  alignas(64) std::array<uint8_t, 64> memory{};
  EXPECT_EQ(session_->SetGraphConstMemoryBase(1, memory.data(), memory.size()), FAILED);
  EXPECT_TRUE(ErrorHas("loaded from a file")) << GEGetErrorMsg();
}

}  // namespace
}  // namespace ge
