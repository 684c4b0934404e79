// Compiled graphs that are kept in files from one session to the next.
#include "graph_core/host/graph_cache.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "tests/graph_core/host/session_functions.h"

namespace ge {
namespace {

namespace fs = std::filesystem;

class GraphCache : public SessionFunctions {
 protected:
  void SetUp() override {
    SessionFunctions::SetUp();
    fs::remove_all(directory_);
  }
  void TearDown() override {
    SessionFunctions::TearDown();
    fs::remove_all(directory_);
  }

  static Operator Constant(const char* name, const Tensor& value) {
    Operator op = MakeDescribed(name, "Const", value.GetTensorDesc());
    op.SetAttr("value", value);
    return op;
  }

  // Makes y = x * w: a product whose kernel packs its weight.
  static Graph Layer(float weight, int64_t rows = 4) {
    constexpr int64_t kWide = 48;
    Operator data = MakeDescribed("x", "Data", TensorDesc(Shape({rows, kWide}), FORMAT_ND, DT_FLOAT));
    std::vector<float> values(kWide * kWide, 0);
    for (size_t i = 0; i < kWide; ++i) values[i * (kWide + 1)] = weight;
    Operator product = Make("product", "MatMulV2");
    product.SetInput("x1", data).SetInput("x2", Constant("w", Floats({kWide, kWide}, values)));
    Graph graph("layer");
    graph.SetInputs({data}).SetOutputs(std::vector<Operator>{product});
    return graph;
  }

  // Returns the first value of the graph for ones, in a session of its own. The session's warnings stay in warnings_.
  float First(const Graph& graph, const std::string& key, int64_t rows = 4, Options options = {}) {
    Session session(Options{{"ge.graph_compiler_cache_dir", directory_}});
    options["ge.graph_key"] = key;
    std::vector<Tensor> outputs;
    EXPECT_EQ(session.AddGraph(1, graph, options), SUCCESS) << GEGetErrorMsg();
    EXPECT_EQ(session.CompileGraph(1), SUCCESS) << GEGetErrorMsg();
    warnings_ = GEGetWarningMsg();
    EXPECT_EQ(session.RunGraph(1, {Floats({rows, 48}, std::vector<float>(static_cast<size_t>(rows) * 48, 1))}, outputs),
              SUCCESS)
        << GEGetErrorMsg();
    return outputs.empty() ? 0 : TensorValues(outputs[0]).at(0);
  }

  std::vector<fs::path> Files() const {
    std::vector<fs::path> files;
    if (!fs::exists(directory_)) return files;
    for (const auto& entry : fs::directory_iterator(directory_)) files.push_back(entry.path());
    return files;
  }

  // Puts a file of key `a` whose graph gives 3 in the place of Layer(2)'s file. A session that takes the file is
  // noticed.
  void PutAnother() {
    EXPECT_EQ(First(Layer(3), "a"), 3);
    const fs::path three = Files().at(0);
    EXPECT_EQ(First(Layer(2), "a"), 2);
    for (const fs::path& file : Files()) {
      if (file != three) fs::copy_file(three, file, fs::copy_options::overwrite_existing);
    }
  }

  const std::string directory_ = ::testing::TempDir() + "opdk_graph_cache_" + std::to_string(::getpid());
  std::string warnings_;
};

TEST_F(GraphCache, ALaterSessionTakesTheFile) {
  PutAnother();
  EXPECT_EQ(First(Layer(2), "a"), 3);
  EXPECT_EQ(warnings_, "");
  EXPECT_EQ(Files().size(), 2U);
}

TEST_F(GraphCache, AModelOfAnotherGraphIsNotTaken) {
  PutAnother();
  EXPECT_EQ(First(Layer(2), "b"), 2);
  EXPECT_EQ(First(Layer(2, 5), "a", 5), 2);
  EXPECT_EQ(First(Layer(4), "a"), 4);
  EXPECT_EQ(First(Layer(2), "a", 4, {{"ge.oo.level", "O1"}}), 2);
  const std::string switches = directory_ + "/switches";
  std::ofstream(switches) << "fuse_vector:on\n";
  EXPECT_EQ(First(Layer(2), "a", 4, {{"ge.fusionSwitchFile", switches}}), 2);
  const size_t files = Files().size();
  std::ofstream(switches) << "fuse_vector:off\n";
  EXPECT_EQ(First(Layer(2), "a", 4, {{"ge.fusionSwitchFile", switches}}), 2);
  EXPECT_EQ(Files().size(), files + 1);
}

TEST_F(GraphCache, GraphsWithoutAKeyOrADirectoryAreNotKept) {
  Session session(Options{{"ge.graph_compiler_cache_dir", directory_}});
  ASSERT_EQ(session.AddGraph(1, Layer(2)), SUCCESS) << GEGetErrorMsg();
  ASSERT_EQ(session.CompileGraph(1), SUCCESS) << GEGetErrorMsg();
  EXPECT_EQ(GEGetWarningMsg(), "");
  EXPECT_TRUE(Files().empty());
  ASSERT_EQ(session_->AddGraph(1, Layer(2), Options{{"ge.graph_key", "a"}}), SUCCESS) << GEGetErrorMsg();
  ASSERT_EQ(session_->CompileGraph(1), SUCCESS) << GEGetErrorMsg();
  EXPECT_NE(GEGetWarningMsg().find("no effect without 'ge.graph_compiler_cache_dir'"), std::string::npos);
}

TEST_F(GraphCache, KeysAreOfLettersDigitsAndDashes) {
  for (const std::string& key : {std::string("../a"), std::string("a b"), std::string(129, 'a')}) {
    EXPECT_EQ(session_->AddGraph(1, Layer(2), Options{{"ge.graph_key", key}}), FAILED);
    EXPECT_TRUE(ErrorHas("E1001") && ErrorHas("1 to 128 letters")) << GEGetErrorMsg();
  }
  EXPECT_EQ(First(Layer(2), std::string(100, 'a') + "-Z_9"), 2);
}

TEST_F(GraphCache, ABrokenFileIsAWarningAndWrittenAnew) {
  EXPECT_EQ(First(Layer(2), "a"), 2);
  const fs::path file = Files().at(0);
  const auto size = fs::file_size(file);
  fs::resize_file(file, size / 2);
  EXPECT_EQ(First(Layer(2), "a"), 2);
  EXPECT_NE(warnings_.find("compiled anew"), std::string::npos) << warnings_;
  EXPECT_NE(warnings_.find(file.string()), std::string::npos) << warnings_;
  EXPECT_EQ(fs::file_size(file), size);
  fs::permissions(file, fs::perms::others_write, fs::perm_options::add);
  EXPECT_EQ(First(Layer(2), "a"), 2);
  EXPECT_NE(warnings_.find("E5009"), std::string::npos) << warnings_;
  EXPECT_EQ(First(Layer(2), "a"), 2);
  EXPECT_EQ(warnings_, "");
}

TEST_F(GraphCache, ADirectoryThatCannotBeMadeIsAWarning) {
  std::ofstream(directory_) << "a file";
  EXPECT_EQ(First(Layer(2), "a"), 2);
  EXPECT_NE(warnings_.find("isn't kept"), std::string::npos) << warnings_;
}

TEST_F(GraphCache, TheNewestFilesOfAKeyAreKept) {
  EXPECT_EQ(First(Layer(2), "other"), 2);
  for (size_t i = 0; i < opdk::GraphCache::kMostOfAKey + 2; ++i) {
    EXPECT_EQ(First(Layer(static_cast<float>(i)), "a"), static_cast<float>(i));
  }
  EXPECT_EQ(Files().size(), opdk::GraphCache::kMostOfAKey + 1);
  EXPECT_EQ(First(Layer(2), "other"), 2);
}

TEST_F(GraphCache, UnknownShapesAndGearsRunFromTheFile) {
  const Options gears = {{"ge.inputShape", "x:-1,48"}, {"ge.dynamicDims", "2;5"}};
  for (int round = 0; round < 2; ++round) {
    EXPECT_EQ(First(Layer(2, -1), "unknown", 3), 2);
    EXPECT_EQ(First(Layer(2, -1), "gears", 5, gears), 2);
  }
  EXPECT_EQ(Files().size(), 2U);
  Session session(Options{{"ge.graph_compiler_cache_dir", directory_}});
  Options options = gears;
  options["ge.graph_key"] = "gears";
  std::vector<Tensor> outputs;
  ASSERT_EQ(session.AddGraph(1, Layer(2, -1), options), SUCCESS) << GEGetErrorMsg();
  EXPECT_EQ(session.RunGraph(1, {Floats({3, 48}, std::vector<float>(144, 1))}, outputs), FAILED);
  EXPECT_TRUE(ErrorHas("E1004")) << GEGetErrorMsg();
}

TEST_F(GraphCache, VariablesAreThoseOfTheSession) {
  for (int round = 0; round < 2; ++round) {
    Session session(Options{{"ge.graph_compiler_cache_dir", directory_}});
    std::vector<Tensor> outputs;
    ASSERT_EQ(session.AddGraph(1, Setting(), Options{{"ge.graph_key", "set"}}), SUCCESS) << GEGetErrorMsg();
    ASSERT_EQ(session.AddGraph(2, Checkpoint(), Options{{"ge.graph_key", "get"}}), SUCCESS) << GEGetErrorMsg();
    ASSERT_EQ(session.RunGraph(1, {Floats({2}, {3, 4})}, outputs), SUCCESS) << GEGetErrorMsg();
    ASSERT_EQ(session.RunGraph(2, {}, outputs), SUCCESS) << GEGetErrorMsg();
    EXPECT_EQ(TensorValues(outputs.at(0)), (std::vector<float>{3, 4}));
  }
  EXPECT_EQ(Files().size(), 2U);
}

TEST_F(GraphCache, ConstantsOfAGraphFromAFileMayLieInTheCallersMemory) {
  EXPECT_EQ(First(Layer(2), "a"), 2);
  Session session(Options{{"ge.graph_compiler_cache_dir", directory_}});
  ASSERT_EQ(session.AddGraph(1, Layer(2), Options{{"ge.graph_key", "a"}}), SUCCESS) << GEGetErrorMsg();
  ASSERT_EQ(session.CompileGraph(1), SUCCESS) << GEGetErrorMsg();
  size_t needed = 0;
  ASSERT_EQ(session.GetCompiledGraphSummary(1)->GetConstMemorySize(needed), SUCCESS);
  const std::unique_ptr<uint8_t, decltype(&std::free)> memory(
      static_cast<uint8_t*>(std::aligned_alloc(64, (needed + 63) / 64 * 64)), &std::free);
  ASSERT_EQ(session.SetGraphConstMemoryBase(1, memory.get(), needed), SUCCESS) << GEGetErrorMsg();
  std::vector<Tensor> outputs;
  const Tensor ones = Floats({4, 48}, std::vector<float>(4 * 48, 1));
  ASSERT_EQ(session.RunGraph(1, {ones}, outputs), SUCCESS) << GEGetErrorMsg();
  EXPECT_EQ(TensorValues(outputs.at(0)).at(0), 2);
}

TEST_F(GraphCache, SessionsSideBySideWriteOneFile) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([this] {
      Session session(Options{{"ge.graph_compiler_cache_dir", directory_}});
      std::vector<Tensor> outputs;
      EXPECT_EQ(session.AddGraph(1, Layer(2), Options{{"ge.graph_key", "a"}}), SUCCESS) << GEGetErrorMsg();
      EXPECT_EQ(session.RunGraph(1, {Floats({4, 48}, std::vector<float>(4 * 48, 1))}, outputs), SUCCESS);
      EXPECT_EQ(TensorValues(outputs.at(0)).at(0), 2);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(Files().size(), 1U);
}

}  // namespace
}  // namespace ge
