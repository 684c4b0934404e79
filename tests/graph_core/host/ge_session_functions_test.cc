// Functions of ge::Session beside adding, compiling and running, each with right and wrong arguments.
// sdk/docs/session.md names these tests.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <fstream>
#include <iterator>
#include <regex>
#include <thread>

#include "ge/ge_api.h"
#include "graph/operator_factory.h"
#include "graph_core/host/ge_option_table.h"
#include "tests/graph_core/host/session_functions.h"

namespace ge {
namespace {

TEST_F(SessionFunctions, BuildGraphTakesShapesAlone) {
  Add(TwoOutputs({-1}));
  EXPECT_EQ(session_->BuildGraph(1, std::vector<InputTensorInfo>(2)), FAILED);
  EXPECT_TRUE(ErrorHas("E1003") && ErrorHas("1 inputs, 2 were given")) << GEGetErrorMsg();
  EXPECT_EQ(session_->BuildGraph(9, std::vector<InputTensorInfo>(1)), FAILED);
  EXPECT_TRUE(ErrorHas("no graph 9")) << GEGetErrorMsg();
  const std::vector<InputTensorInfo> inputs = {{static_cast<uint32_t>(DT_FLOAT), {3}, nullptr, 0}};
  ASSERT_EQ(session_->BuildGraph(1, inputs), SUCCESS) << GEGetErrorMsg();
  EXPECT_TRUE(session_->GetCompiledGraphSummary(1)->IsStatic());
  std::vector<Tensor> outputs;
  EXPECT_EQ(session_->RunGraph(1, {Floats({2}, {1, 2})}, outputs), FAILED);
  ASSERT_EQ(session_->RunGraph(1, {Floats({3}, {1, 2, 3})}, outputs), SUCCESS) << GEGetErrorMsg();
  EXPECT_EQ(TensorValues(outputs.at(1)), (std::vector<float>{1, 4, 9}));
}

TEST_F(SessionFunctions, LoadGraphIsForCompiledGraphs) {
  Add(TwoOutputs({2}));
  EXPECT_EQ(session_->LoadGraph(1, NeutralOptions{}, &stream_), FAILED);
  EXPECT_TRUE(ErrorHas("isn't compiled") && ErrorHas("CompileGraph")) << GEGetErrorMsg();
  EXPECT_EQ(session_->LoadGraph(2, NeutralOptions{}, nullptr), FAILED);
  EXPECT_TRUE(ErrorHas("no graph 2")) << GEGetErrorMsg();
  ASSERT_EQ(session_->CompileGraph(1), SUCCESS) << GEGetErrorMsg();
  EXPECT_EQ(session_->LoadGraph(1, NeutralOptions{{AscendString("opdk.engine"), AscendString("ai_cpu")}}, nullptr),
            FAILED);
  EXPECT_TRUE(ErrorHas("comes too late") && ErrorHas("AddGraph")) << GEGetErrorMsg();
  EXPECT_EQ(session_->LoadGraph(1, NeutralOptions{{AscendString("no.such"), AscendString("1")}}, nullptr), FAILED);
  EXPECT_EQ(session_->LoadGraph(1, NeutralOptions{}, &stream_), SUCCESS) << GEGetErrorMsg();
  EXPECT_EQ(GeSessionLoadGraph(*session_, 1, NeutralOptions{}, &stream_), SUCCESS) << GEGetErrorMsg();
  std::vector<Tensor> outputs;
  EXPECT_EQ(session_->RunGraphWithStreamAsync(1, &stream_, {Floats({2}, {1, 2})}, outputs), SUCCESS) << GEGetErrorMsg();
}

TEST_F(SessionFunctions, RunsOnAStreamWriteToTheCallersMemory) {
  Add(TwoOutputs({-1}));
  std::array<float, 2> memory{};
  const auto bytes = [&memory](size_t size) {
    Tensor tensor;
    tensor.SetData(reinterpret_cast<uint8_t*>(memory.data()), size, [](uint8_t*) {});
    return tensor;
  };
  std::vector<Tensor> outputs = {bytes(sizeof(memory)), Tensor()};
  ASSERT_EQ(session_->RunGraphWithStreamAsync(1, &stream_, {Floats({2}, {1, 3})}, outputs), SUCCESS) << GEGetErrorMsg();
  EXPECT_EQ(memory, (std::array<float, 2>{2, 6}));
  EXPECT_EQ(outputs[0].GetData(), reinterpret_cast<uint8_t*>(memory.data()));
  EXPECT_EQ(outputs[0].GetTensorDesc().GetShape().GetDims(), (std::vector<int64_t>{2}));
  EXPECT_EQ(TensorValues(outputs[1]), (std::vector<float>{1, 9}));

  // A run that fails leaves the given memory alone.
  memory = {7, 7};
  std::vector<Tensor> small = {bytes(sizeof(float)), Tensor()};
  EXPECT_EQ(session_->RunGraphWithStreamAsync(1, &stream_, {Floats({2}, {1, 3})}, small), FAILED);
  EXPECT_TRUE(ErrorHas("E1004") && ErrorHas("graph 1")) << GEGetErrorMsg();
  EXPECT_EQ(memory[1], 7);
  std::vector<Tensor> one = {Tensor()};
  EXPECT_EQ(session_->RunGraphWithStreamAsync(1, &stream_, {Floats({2}, {1, 3})}, one), FAILED);
  EXPECT_TRUE(ErrorHas("2 outputs, 1 are given")) << GEGetErrorMsg();
  EXPECT_EQ(session_->RunGraphWithStreamAsync(4, &stream_, {}, outputs), FAILED);
  EXPECT_TRUE(ErrorHas("no graph 4")) << GEGetErrorMsg();
  EXPECT_EQ(session_->RunGraphWithStreamAsync(1, nullptr, {}, outputs), FAILED);
  EXPECT_TRUE(ErrorHas("E1003")) << GEGetErrorMsg();
}

TEST_F(SessionFunctions, RunGraphGivesNewTensors) {
  Add(TwoOutputs({2}));
  std::vector<Tensor> outputs;
  ASSERT_EQ(session_->RunGraph(1, {Floats({2}, {1, 2})}, outputs), SUCCESS) << GEGetErrorMsg();
  const Tensor first = outputs[0];
  ASSERT_EQ(session_->RunGraph(1, {Floats({2}, {5, 5})}, outputs), SUCCESS) << GEGetErrorMsg();
  EXPECT_EQ(TensorValues(first), (std::vector<float>{2, 4}));
}

TEST_F(SessionFunctions, DeviceZeroIsTheOnlyDevice) {
  Add(TwoOutputs({2}));
  std::map<int32_t, std::vector<Tensor>> outputs;
  ASSERT_EQ(session_->RunGraphDistribute(1, {{0, {Floats({2}, {1, 3})}}}, outputs), SUCCESS) << GEGetErrorMsg();
  EXPECT_EQ(TensorValues(outputs.at(0).at(1)), (std::vector<float>{1, 9}));
  EXPECT_EQ(session_->RunGraphDistribute(1, {{0, {}}, {1, {}}}, outputs), FAILED);
  EXPECT_TRUE(ErrorHas("device 0")) << GEGetErrorMsg();
  EXPECT_EQ(session_->RunGraphDistribute(2, {{0, {}}}, outputs), FAILED);
  EXPECT_TRUE(ErrorHas("no graph 2")) << GEGetErrorMsg();
}

TEST_F(SessionFunctions, ThreadsRunOnStreams) {
  Add(TwoOutputs({-1}));
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      void* const stream = t % 2 == 0 ? &stream_ : &other_;
      for (int run = 0; run < 50; ++run) {
        const auto x = static_cast<float>(t + run);
        std::vector<Tensor> outputs;
        const Status status = session_->RunGraphWithStreamAsync(1, stream, {Floats({1}, {x})}, outputs);
        wrong += status != SUCCESS || TensorValues(outputs.at(1)) != std::vector<float>{x * x};
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

// Counts the memory that it gave and got back.
class Counting : public Allocator {
 public:
  explicit Counting(size_t limit = 1 << 20) : limit_(limit) {}
  MemBlock* Malloc(size_t size) override {
    if (size > limit_) return nullptr;
    given += 1;
    return new MemBlock(*this, new uint8_t[size], size);
  }
  void Free(MemBlock* block) override {
    returned += 1;
    delete[] static_cast<uint8_t*>(block->GetAddr());
    delete block;
  }
  int given = 0, returned = 0;

 private:
  const size_t limit_;
};

TEST_F(SessionFunctions, AnAllocatorGivesAStreamsOutputs) {
  Add(TwoOutputs({-1}));
  const auto allocator = std::make_shared<Counting>();
  EXPECT_EQ(session_->UnregisterExternalAllocator(&stream_), FAILED);
  EXPECT_TRUE(ErrorHas("no allocator")) << GEGetErrorMsg();
  EXPECT_EQ(session_->RegisterExternalAllocator(&stream_, nullptr), FAILED);
  ASSERT_EQ(session_->RegisterExternalAllocator(&stream_, allocator), SUCCESS) << GEGetErrorMsg();
  EXPECT_EQ(session_->RegisterExternalAllocator(&stream_, allocator), FAILED);
  EXPECT_TRUE(ErrorHas("already")) << GEGetErrorMsg();
  {
    std::vector<Tensor> outputs, others;
    ASSERT_EQ(session_->RunGraphWithStreamAsync(1, &stream_, {Floats({2}, {1, 3})}, outputs), SUCCESS);
    ASSERT_EQ(session_->RunGraphWithStreamAsync(1, &other_, {Floats({2}, {1, 3})}, others), SUCCESS);
    EXPECT_EQ(TensorValues(outputs.at(1)), (std::vector<float>{1, 9}));
    EXPECT_EQ(allocator->given, 2);
    EXPECT_EQ(allocator->returned, 0);
  }
  EXPECT_EQ(allocator->returned, 2);
  ASSERT_EQ(session_->UnregisterExternalAllocator(&stream_), SUCCESS) << GEGetErrorMsg();
  EXPECT_EQ(allocator.use_count(), 1);
  ASSERT_EQ(session_->RegisterExternalAllocator(nullptr, std::make_shared<Counting>(4)), SUCCESS);
  std::vector<Tensor> outputs;
  EXPECT_EQ(session_->RunGraphWithStreamAsync(1, nullptr, {Floats({2}, {1, 3})}, outputs), FAILED);
  EXPECT_TRUE(ErrorHas("has no 8 bytes")) << GEGetErrorMsg();
  EXPECT_TRUE(outputs.empty());
}

TEST_F(SessionFunctions, SummaryOfAStaticGraph) {
  Compiled(TwoOutputs({2}));
  const CompiledGraphSummaryPtr summary = session_->GetCompiledGraphSummary(1);
  ASSERT_NE(summary, nullptr) << GEGetErrorMsg();
  EXPECT_TRUE(summary->IsStatic());
  size_t constants = 1, feature = 0, fixed = 1, refreshable = 1, streams = 0, events = 1;
  EXPECT_EQ(summary->GetConstMemorySize(constants), SUCCESS);
  EXPECT_EQ(constants, 0U);
  EXPECT_EQ(summary->GetFeatureMemorySize(feature), SUCCESS);
  EXPECT_EQ(summary->GetFixedFeatureMemorySize(fixed), SUCCESS);
  EXPECT_EQ(fixed, 0U);
  EXPECT_EQ(summary->GetRefreshableFeatureMemorySize(refreshable), SUCCESS);
  EXPECT_EQ(refreshable, feature);
  bool v = false;
  EXPECT_EQ(summary->GetFeatureMemoryBaseRefreshable(v), SUCCESS);
  EXPECT_TRUE(v);
  const std::vector<FeatureMemoryPtr> kinds = summary->GetAllFeatureMemoryTypeSize();
  ASSERT_EQ(kinds.size(), 1U);
  EXPECT_EQ(kinds[0]->GetType(), MEMORY_TYPE_DEFAULT);
  EXPECT_EQ(kinds[0]->GetSize(), feature);
  EXPECT_FALSE(kinds[0]->IsFixed());
  EXPECT_EQ(summary->GetStreamNum(streams), SUCCESS);
  EXPECT_EQ(streams, 1U);
  EXPECT_EQ(summary->GetEventNum(events), SUCCESS);
  EXPECT_EQ(events, 0U);
  std::vector<Shape> shapes;
  std::vector<DataType> dtypes;
  std::vector<std::pair<uint32_t, uint32_t>> shared = {{0, 0}};
  EXPECT_EQ(summary->GetOutputShapes(shapes), SUCCESS);
  ASSERT_EQ(shapes.size(), 2U);
  EXPECT_EQ(shapes[1].GetDims(), (std::vector<int64_t>{2}));
  EXPECT_EQ(summary->GetOutputDtypes(dtypes), SUCCESS);
  EXPECT_EQ(dtypes, (std::vector<DataType>{DT_FLOAT, DT_FLOAT}));
  EXPECT_EQ(summary->GetIOIndexesWithSameAddr(shared), SUCCESS);
  EXPECT_TRUE(shared.empty());
  std::map<std::string, std::map<int32_t, std::vector<std::pair<int64_t, int64_t>>>> shards;
  EXPECT_EQ(summary->GetInputShardMethod(shards), FAILED);
  EXPECT_TRUE(ErrorHas("isn't split")) << GEGetErrorMsg();
}

TEST_F(SessionFunctions, SummaryOfADynamicGraphAndOfNone) {
  EXPECT_EQ(session_->GetCompiledGraphSummary(1), nullptr);
  EXPECT_TRUE(ErrorHas("no graph 1")) << GEGetErrorMsg();
  Add(TwoOutputs({-1}));
  EXPECT_EQ(session_->GetCompiledGraphSummary(1), nullptr);
  EXPECT_TRUE(ErrorHas("isn't compiled")) << GEGetErrorMsg();
  ASSERT_EQ(session_->CompileGraph(1), SUCCESS) << GEGetErrorMsg();
  const CompiledGraphSummaryPtr summary = session_->GetCompiledGraphSummary(1);
  ASSERT_NE(summary, nullptr) << GEGetErrorMsg();
  EXPECT_FALSE(summary->IsStatic());
  size_t size = 0;
  EXPECT_EQ(summary->GetFeatureMemorySize(size), FAILED);
  EXPECT_TRUE(ErrorHas("dynamic") && ErrorHas("BuildGraph")) << GEGetErrorMsg();
  EXPECT_EQ(summary->GetConstMemorySize(size), FAILED);
  EXPECT_EQ(summary->GetRefreshableFeatureMemorySize(size), FAILED);
  EXPECT_TRUE(summary->GetAllFeatureMemoryTypeSize().empty());
  std::vector<Shape> shapes;
  EXPECT_EQ(summary->GetOutputShapes(shapes), SUCCESS);
  EXPECT_EQ(shapes.at(0).GetDims(), (std::vector<int64_t>{-1}));
}

std::map<std::string, std::vector<float>> saved;
uint32_t saved_by = 0;

uint32_t KeepTexts(uint32_t graph_id, const std::map<std::string, Tensor>& params_list) {
  saved_by = graph_id;
  for (const auto& [name, value] : params_list) saved[name] = TensorValues(value);
  return 0;
}

uint32_t KeepNeutral(uint32_t graph_id, const std::map<AscendString, Tensor>& params_list) {
  saved_by = graph_id + 100;
  for (const auto& [name, value] : params_list) saved[name.GetString()] = TensorValues(value);
  return 0;
}

uint32_t Fail(uint32_t, const std::map<AscendString, Tensor>&) { return 5; }

TEST_F(SessionFunctions, SaveIsCalledWithTheVariablesThatAGraphGives) {
  saved.clear();
  EXPECT_EQ(session_->RegisterCallBackFunc("Load", session::pCallBackFunc(KeepNeutral)), FAILED);
  EXPECT_TRUE(ErrorHas("'Load'") && ErrorHas("Save or Summary")) << GEGetErrorMsg();
  EXPECT_EQ(session_->RegisterCallBackFunc("Save", session::pCallBackFunc(nullptr)), FAILED);
  EXPECT_EQ(session_->RegisterCallBackFunc(nullptr, session::pCallBackFunc(KeepNeutral)), FAILED);
  EXPECT_EQ(session_->RegisterCallBackFunc("Summary", session::pCallBackFunc(KeepNeutral)), SUCCESS);
  ASSERT_EQ(session_->RegisterCallBackFunc(std::string("Save"), pCallBackFunc(KeepTexts)), SUCCESS) << GEGetErrorMsg();
  Add(Setting(), 1);
  Add(Checkpoint(), 2);
  std::vector<Tensor> outputs;
  ASSERT_EQ(session_->RunGraph(1, {Floats({2}, {3, 4})}, outputs), SUCCESS) << GEGetErrorMsg();
  EXPECT_TRUE(saved.empty());
  ASSERT_EQ(session_->RunGraph(2, {}, outputs), SUCCESS) << GEGetErrorMsg();
  EXPECT_EQ(saved, (std::map<std::string, std::vector<float>>{{"w", {3, 4}}}));
  EXPECT_EQ(saved_by, 2U);
  ASSERT_EQ(session_->RegisterCallBackFunc("Save", session::pCallBackFunc(KeepNeutral)), SUCCESS) << GEGetErrorMsg();
  ASSERT_EQ(session_->RunGraphWithStreamAsync(2, &stream_, {}, outputs), SUCCESS) << GEGetErrorMsg();
  EXPECT_EQ(saved_by, 102U);
  ASSERT_EQ(session_->RegisterCallBackFunc("Save", session::pCallBackFunc(Fail)), SUCCESS) << GEGetErrorMsg();
  EXPECT_EQ(session_->RunGraph(2, {}, outputs), FAILED);
  EXPECT_TRUE(ErrorHas("returned 5")) << GEGetErrorMsg();
}

TEST_F(SessionFunctions, SummaryIsCalledWithTheValuesOfSummaryNodes) {
  saved.clear();
  Operator data = MakeDescribed("x", "Data", kTwoFloats), add = Make("add", "Add"), square = Make("square", "Mul");
  Operator show = Make("loss", "Summary"), show_input = Make("input", "Summary");
  add.SetInput("x1", data).SetInput("x2", data);
  square.SetInput("x1", data).SetInput("x2", data);
  show.SetInput("x", square);
  show_input.SetInput("x", data);
  Graph graph("shows");
  graph.SetInputs({data}).SetOutputs(std::vector<Operator>{add}).SetTargets({show, show_input});
  Compiled(graph);
  std::vector<Shape> shapes;
  ASSERT_EQ(session_->GetCompiledGraphSummary(1)->GetOutputShapes(shapes), SUCCESS);
  EXPECT_EQ(shapes.size(), 1U);
  std::vector<Tensor> outputs;
  EXPECT_EQ(session_->RunGraph(1, {Floats({2}, {3, 4})}, outputs), FAILED);
  EXPECT_TRUE(ErrorHas("(Summary)") && ErrorHas("RegisterCallBackFunc")) << GEGetErrorMsg();
  ASSERT_EQ(session_->RegisterCallBackFunc(std::string("Summary"), pCallBackFunc(KeepTexts)), SUCCESS);
  ASSERT_EQ(session_->RunGraph(1, {Floats({2}, {3, 4})}, outputs), SUCCESS) << GEGetErrorMsg();
  ASSERT_EQ(outputs.size(), 1U);
  EXPECT_EQ(TensorValues(outputs[0]), (std::vector<float>{6, 8}));
  EXPECT_EQ(saved, (std::map<std::string, std::vector<float>>{{"loss", {9, 16}}, {"input", {3, 4}}}));
  ASSERT_EQ(session_->RegisterCallBackFunc("Summary", session::pCallBackFunc(KeepNeutral)), SUCCESS);
  ASSERT_EQ(session_->RunGraphWithStreamAsync(1, &stream_, {Floats({2}, {5, 6})}, outputs), SUCCESS) << GEGetErrorMsg();
  EXPECT_EQ(saved_by, 101U);
  EXPECT_EQ(saved.at("loss"), (std::vector<float>{25, 36}));
  EXPECT_EQ(outputs.size(), 1U);
  ASSERT_EQ(session_->RegisterCallBackFunc("Summary", session::pCallBackFunc(Fail)), SUCCESS);
  EXPECT_EQ(session_->RunGraph(1, {Floats({2}, {3, 4})}, outputs), FAILED);
  EXPECT_TRUE(ErrorHas("Summary") && ErrorHas("returned 5")) << GEGetErrorMsg();
}

TEST_F(SessionFunctions, ShardingIsRefusedAndRemappingNeedsNothing) {
  EXPECT_EQ(session_->ShardGraphs(), FAILED);
  EXPECT_TRUE(ErrorHas("aren't split")) << GEGetErrorMsg();
  EXPECT_EQ(session_->ShardGraphsToFile(), FAILED);
  EXPECT_EQ(session_->SaveGraphsToPb("/tmp"), FAILED);
  EXPECT_EQ(session_->PaRemapped(0, 0, 0), SUCCESS);
}

// A shared graph that changes must be built again. A copy isn't touched by the caller's changes.
TEST_F(SessionFunctions, ACopyStaysAsItWas) {
  Graph graph = TwoOutputs({2});
  EXPECT_FALSE(session_->IsGraphNeedRebuild(1));
  EXPECT_TRUE(ErrorHas("no graph 1")) << GEGetErrorMsg();
  ASSERT_EQ(session_->AddGraphWithCopy(1, graph, NeutralOptions{}), SUCCESS) << GEGetErrorMsg();
  ASSERT_EQ(session_->AddGraphWithCopy(2, graph), SUCCESS) << GEGetErrorMsg();
  EXPECT_EQ(session_->AddGraphWithCopy(2, graph), FAILED);
  Add(graph, 3);
  ASSERT_EQ(session_->CompileGraph(3), SUCCESS) << GEGetErrorMsg();
  Operator square;
  ASSERT_EQ(graph.FindOpByName("square", square), GRAPH_SUCCESS);
  graph.SetOutputs(std::vector<Operator>{square});
  std::vector<Tensor> outputs;
  ASSERT_EQ(session_->RunGraph(1, {Floats({2}, {1, 3})}, outputs), SUCCESS) << GEGetErrorMsg();
  EXPECT_EQ(outputs.size(), 2U);
  EXPECT_FALSE(session_->IsGraphNeedRebuild(1));
  EXPECT_TRUE(session_->IsGraphNeedRebuild(3));
}

TEST_F(SessionFunctions, SessionsHaveIds) {
  const Session other(NeutralOptions{});
  EXPECT_NE(other.GetSessionId(), session_->GetSessionId());
}

TEST(SessionFunctionsBeforeGEInitialize, NameTheMissingInitialization) {
  Session session(Options{});
  std::vector<Tensor> tensors;
  std::vector<gert::Tensor> others;
  const auto allocator = std::make_shared<Counting>();
  const std::vector<std::function<Status()>> all = {
      [&] { return session.AddGraph(1, Graph("g")); },
      [&] { return session.AddGraphWithCopy(1, Graph("g")); },
      [&] { return session.RemoveGraph(1); },
      [&] { return session.CompileGraph(1); },
      [&] { return session.BuildGraph(1, std::vector<InputTensorInfo>()); },
      [&] { return session.BuildGraph(1, std::vector<Tensor>()); },
      [&] { return session.LoadGraph(1, NeutralOptions{}, nullptr); },
      [&] { return session.LoadGraph(1, Options{}, "a.om"); },
      [&] { return session.RunGraph(1, {}, tensors); },
      [&] { return session.RunGraphAsync(1, {}, nullptr); },
      [&] { return session.RunGraphWithStreamAsync(1, nullptr, {}, tensors); },
      [&] { return session.RunGraph(1, ContinuousTensorList(), tensors); },
      [&] { return session.RunGraphAsync(1, ContinuousTensorList(), nullptr); },
      [&] { return session.ExecuteGraphWithStreamAsync(1, nullptr, {}, others); },
      [&] { return session.RegisterExternalAllocator(nullptr, allocator); },
      [&] { return session.UnregisterExternalAllocator(nullptr); },
      [&] { return session.SetGraphConstMemoryBase(1, &session, 1); },
      [&] { return session.GetVariables(std::vector<std::string>{"w"}, tensors); },
      [&] { return session.RegisterCallBackFunc("Save", session::pCallBackFunc(Fail)); },
      [&] { return session.ShardGraphs(); },
      [&] { return session.PaRemapped(0, 0, 0); },
      [&] { return session.GetCompiledGraphSummary(1) == nullptr ? FAILED : SUCCESS; },
  };
  for (size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(all[i](), FAILED) << i;
    EXPECT_TRUE(ErrorHas("call ge::GEInitialize first")) << i << GEGetErrorMsg();
  }
}

// The names stand for keys that the option table has.
TEST(OptionNames, AreThoseOfTheTable) {
  std::ifstream file(OPDK_SOURCE_DIR "/sdk/host/include/ge/ge_api_types.h");
  std::string text(std::istreambuf_iterator<char>(file), {});
  text.resize(text.find("namespace ir_option"));
  const std::regex constant(R"re((\w+) =\s+"([^"]*)";)re");
  size_t count = 0;
  for (std::sregex_iterator it(text.begin(), text.end(), constant); it != std::sregex_iterator(); ++it, ++count) {
    EXPECT_NE(opdk::FindOptionKey((*it)[2].str()), nullptr) << (*it)[1];
  }
  EXPECT_GT(count, 200U);
  EXPECT_EQ(PRECISION_MODE, "ge.exec.precision_mode");
  EXPECT_STREQ(OPTION_GRAPH_RUN_MODE, "ge.graphRunMode");
  EXPECT_STREQ(configure_option::PRECISION_MODE, PRECISION_MODE.c_str());
}

}  // namespace
}  // namespace ge
