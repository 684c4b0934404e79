#include "ge/ge_ir_build.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "ge/ge_api.h"
#include "graph_core/ir/text.h"
#include "graph_core/ir/to_operators.h"
#include "graph_core/loading/bundle_file.h"
#include "graph_core/loading/offline_file.h"
#include "tests/graph_core/host/host_fixture.h"

namespace opdk {
namespace {

using ::testing::HasSubstr;
using Options = std::map<std::string, std::string>;

class GeIrBuild : public WithBuiltinPackages {
 protected:
  void SetUp() override {
    const Options options = {{"opdk.plugin_dirs", OPDK_BUILTIN_OPERATORS_DIR},
                             {"opdk.use_environment", "0"},
                             {"opdk.use_builtin", "0"},
                             {"ge.socVersion", "native"}};
    ASSERT_EQ(ge::aclgrphBuildInitialize(options), ge::GRAPH_SUCCESS) << ge::GEGetErrorMsg();
  }
  void TearDown() override { ge::aclgrphBuildFinalize(); }
  ge::graphStatus Build(const Options& options, int64_t rows = 2) {
    return ge::aclgrphBuildModel(ExpRelu(rows), options, model_);
  }
  Result<Model> Load() {
    return Model::Load(packages, std::as_bytes(std::span(model_.data.get(), model_.length)), model_.data);
  }
  static ge::Tensor Rows(int64_t rows) {
    const std::vector<float> x(static_cast<size_t>(rows) * 3, 0.0F);
    return ge::Tensor(ge::TensorDesc(ge::Shape({rows, 3})), reinterpret_cast<const uint8_t*>(x.data()),
                      x.size() * sizeof(float));
  }

  // Makes a graph that multiplies rows by a constant.
  static ge::Graph Scaled() {
    const auto graph = Parse(R"(graph scaled {
      %x = Data {index: 0} : float[2,3]
      %factor = Const {value: float[3](1.0, 2.0, 3.0)}
      %y = Mul(x1: %x, x2: %factor) : float[2,3]
      %out = NetOutput(x: [%y])
    })");
    OPDK_CHECK(graph.ok(), graph.status().ToString());
    return *ToOperators(*graph);
  }
  static std::string TextOf(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  }

  ge::ModelBufferData model_;
};

TEST_F(GeIrBuild, ABuiltModelRuns) {
  ASSERT_EQ(Build({}), ge::GRAPH_SUCCESS) << ge::GEGetErrorMsg();
  const auto model = Load();
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  const ge::Tensor x = Rows(2);
  const auto outputs = model->Run({&x, 1});
  ASSERT_TRUE(outputs.ok()) << outputs.status().ToString();
  EXPECT_EQ(reinterpret_cast<const float*>((*outputs)[0].GetData())[5], 1.0F);
}

TEST_F(GeIrBuild, GearsAreInTheModel) {
  ASSERT_EQ(Build({{"input_shape", "x:-1,3"}, {"ge.dynamicBatchSize", "1,4"}}, -1), ge::GRAPH_SUCCESS)
      << ge::GEGetErrorMsg();
  const auto model = Load();
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  const ge::Tensor four = Rows(4), three = Rows(3);
  EXPECT_TRUE(model->Run({&four, 1}).ok());
  EXPECT_EQ(model->Run({&three, 1}).status().code(), ErrorCode::kInputMismatch);
}

TEST_F(GeIrBuild, ASavedModelHasItsEnding) {
  ASSERT_EQ(Build({}), ge::GRAPH_SUCCESS) << ge::GEGetErrorMsg();
  const std::string stem = ::testing::TempDir() + "ge_ir_build_saved";
  ASSERT_EQ(ge::aclgrphSaveModel(stem.c_str(), model_), ge::GRAPH_SUCCESS) << ge::GEGetErrorMsg();
  EXPECT_EQ(std::filesystem::file_size(stem + ".om"), model_.length);
  EXPECT_TRUE(Model::Load(packages, stem + ".om").ok());
  std::filesystem::remove(stem + ".om");
}

TEST_F(GeIrBuild, WrongOptionsAreRefusedWithTheReason) {
  EXPECT_NE(Build({{"no.such.option", "1"}}), ge::GRAPH_SUCCESS);
  EXPECT_THAT(std::string(ge::GEGetErrorMsg()), HasSubstr("no.such.option"));
  EXPECT_NE(Build({{"input_shape", "q:1,3"}}), ge::GRAPH_SUCCESS);
  EXPECT_THAT(std::string(ge::GEGetErrorMsg()), HasSubstr("no input 'q'"));
}

TEST_F(GeIrBuild, NothingIsSavedOfAnEmptyModel) {
  EXPECT_NE(ge::aclgrphSaveModel("net", ge::ModelBufferData()), ge::GRAPH_SUCCESS);
  EXPECT_THAT(std::string(ge::GEGetErrorMsg()), HasSubstr("no bytes"));
}

TEST_F(GeIrBuild, AnOperatorsGraphIsBuilt) {
  const ge::TensorDesc desc(ge::Shape({2, 3}), ge::FORMAT_ND, ge::DT_FLOAT);
  ge::Graph graph;
  ASSERT_EQ(ge::aclgrphGenerateForOp(ge::AscendString("Relu"), {desc}, {desc}, graph), ge::GRAPH_SUCCESS)
      << ge::GEGetErrorMsg();
  ASSERT_EQ(ge::aclgrphBuildModel(graph, Options{}, model_), ge::GRAPH_SUCCESS) << ge::GEGetErrorMsg();
  const auto model = Load();
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  EXPECT_EQ(model->inputs().size(), 1U);
}

TEST_F(GeIrBuild, WeightsInAFileBesideTheModelAreFoundAndChecked) {
  const std::string directory = ::testing::TempDir() + "ge_ir_build_weights_" + std::to_string(getpid());
  std::filesystem::create_directory(directory);
  ASSERT_EQ(ge::aclgrphBuildModel(Scaled(), Options{{"ge.externalWeight", "1"}}, model_), ge::GRAPH_SUCCESS)
      << ge::GEGetErrorMsg();
  // Until it is written, all is in the bytes.
  EXPECT_TRUE(Load().ok());
  for (const char* name : {"/first", "/second"}) {
    ASSERT_EQ(ge::aclgrphSaveModel((directory + name).c_str(), model_), ge::GRAPH_SUCCESS) << ge::GEGetErrorMsg();
  }
  std::vector<std::filesystem::path> weights;
  for (const auto& entry : std::filesystem::directory_iterator(directory + "/weight")) weights.push_back(entry.path());
  ASSERT_EQ(weights.size(), 1U) << "equal weights are one file";
  EXPECT_GE(std::filesystem::file_size(weights[0]), 3 * sizeof(float));
  const auto model = Model::Load(packages, directory + "/first.om");
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  const ge::Tensor x = Rows(2);
  EXPECT_TRUE(model->Run({&x, 1}).ok());
  const std::string kept = TextOf(weights[0]);
  std::string changed = kept;
  changed.back() = static_cast<char>(changed.back() ^ 1);
  const std::pair<std::string, const char*> cases[] = {{changed, "changed since they were written"},
                                                       {kept.substr(1), "the file"}};
  for (const auto& [text, why] : cases) {
    std::ofstream(weights[0], std::ios::binary) << text;
    EXPECT_THAT(Model::Load(packages, directory + "/first.om").status().ToString(), HasSubstr(why));
  }
  std::filesystem::remove(weights[0]);
  EXPECT_THAT(Model::Load(packages, directory + "/first.om").status().ToString(),
              ::testing::AllOf(HasSubstr("E1002"), HasSubstr("weight_")));
  const std::string alone = TextOf(directory + "/first.om");
  const auto* data = reinterpret_cast<const std::byte*>(alone.data());
  EXPECT_THAT(Model::Load(packages, {data, alone.size()}, nullptr).status().ToString(), HasSubstr("lie in the file"));
  std::filesystem::remove_all(directory);
}

TEST_F(GeIrBuild, ExternalWeightsAreZeroOneOrTwo) {
  EXPECT_EQ(Build({{"ge.externalWeight", "0"}}), ge::GRAPH_SUCCESS) << ge::GEGetErrorMsg();
  EXPECT_EQ(Build({{"ge.externalWeight", "2"}}), ge::GRAPH_SUCCESS) << ge::GEGetErrorMsg();
  EXPECT_NE(Build({{"ge.externalWeight", "3"}}), ge::GRAPH_SUCCESS);
}

TEST_F(GeIrBuild, BundlesAndModelsAreSavedByTheirOwnFunctions) {
  ge::ModelBufferData bundle;
  EXPECT_NE(ge::aclgrphBundleBuildModel({}, bundle), ge::GRAPH_SUCCESS);
  EXPECT_THAT(ge::GEGetErrorMsg(), HasSubstr("no graph is given"));
  ASSERT_EQ(ge::aclgrphBundleBuildModel({{ExpRelu(2), {}}, {ExpRelu(3), {}}}, bundle), ge::GRAPH_SUCCESS)
      << ge::GEGetErrorMsg();
  EXPECT_NE(ge::aclgrphSaveModel("net", bundle), ge::GRAPH_SUCCESS);
  EXPECT_THAT(ge::GEGetErrorMsg(), HasSubstr("aclgrphBundleSaveModel writes it"));
  const std::string path = ::testing::TempDir() + "ge_ir_build_bundle_" + std::to_string(getpid()) + ".om";
  ASSERT_EQ(ge::aclgrphBundleSaveModel(path.c_str(), bundle), ge::GRAPH_SUCCESS) << ge::GEGetErrorMsg();
  const auto facts = FactsOfBundle(path);
  ASSERT_TRUE(facts.ok()) << facts.status().ToString();
  EXPECT_EQ(facts->size(), 2U);
  EXPECT_THAT(Model::Load(packages, path).status().ToString(), HasSubstr("a bundle of several"));
  std::filesystem::remove(path);
  EXPECT_NE(ge::aclgrphBundleSaveModel(nullptr, bundle), ge::GRAPH_SUCCESS);
  EXPECT_NE(ge::aclgrphBundleSaveModel("net", ge::ModelBufferData()), ge::GRAPH_SUCCESS);
  EXPECT_THAT(ge::GEGetErrorMsg(), HasSubstr("no bytes"));
  ASSERT_EQ(Build({}), ge::GRAPH_SUCCESS);
  EXPECT_NE(ge::aclgrphBundleSaveModel("net", model_), ge::GRAPH_SUCCESS);
  EXPECT_THAT(ge::GEGetErrorMsg(), HasSubstr("the model is no bundle"));
  const std::map<ge::AscendString, ge::AscendString> wrong = {{ge::AscendString("no.such"), ge::AscendString("1")}};
  EXPECT_NE(ge::aclgrphBundleBuildModel({{ExpRelu(2), {}}, {ExpRelu(3), wrong}}, bundle), ge::GRAPH_SUCCESS);
  EXPECT_THAT(ge::GEGetErrorMsg(), ::testing::AllOf(HasSubstr("no.such"), HasSubstr("graph 1 of the bundle")));
}

TEST_F(GeIrBuild, ABundleOfMoreModelsThanAFileHoldsIsRefused) {
  const std::vector<ge::Graph> graphs(65, ExpRelu(2));
  ge::ModelBufferData bundle;
  EXPECT_NE(ge::aclgrphBuildModel(graphs, Options{}, bundle), ge::GRAPH_SUCCESS);
  EXPECT_THAT(ge::GEGetErrorMsg(), HasSubstr("65 graphs are given, and a bundle has at most 64"));
}

TEST_F(GeIrBuild, SeveralGraphsOfTheSameOptionsAreABundle) {
  const Options options = {{"ge.deterministic", "1"}};
  ge::ModelBufferData of_one, of_two, none;
  ASSERT_EQ(ge::aclgrphBuildModel({ExpRelu(2), ExpRelu(3)}, options, of_two), ge::GRAPH_SUCCESS) << ge::GEGetErrorMsg();
  ASSERT_EQ(ge::aclgrphBuildModel(std::vector<ge::Graph>{ExpRelu(2)}, options, of_one), ge::GRAPH_SUCCESS);
  const auto is_bundle = [](const ge::ModelBufferData& model) {
    return IsBundle({reinterpret_cast<const char*>(model.data.get()), model.length});
  };
  EXPECT_TRUE(is_bundle(of_two));
  EXPECT_FALSE(is_bundle(of_one));
  EXPECT_NE(ge::aclgrphBuildModel(std::vector<ge::Graph>(), options, none), ge::GRAPH_SUCCESS);
  EXPECT_THAT(ge::GEGetErrorMsg(), HasSubstr("no graph is given"));
}

TEST_F(GeIrBuild, OnlyConstantsOfTheGraphBecomeRefreshable) {
  ge::WeightRefreshableGraphs graphs;
  const auto refused = [&](const std::vector<ge::AscendString>& names, const char* why) {
    EXPECT_NE(ge::aclgrphConvertToWeightRefreshableGraphs(Scaled(), names, graphs), ge::GRAPH_SUCCESS);
    EXPECT_THAT(ge::GEGetErrorMsg(), HasSubstr(why));
  };
  refused({}, "no constant is named");
  refused({ge::AscendString("x")}, "'x' is no constant");
  refused({ge::AscendString("factro")}, "did you mean 'factor'");
  refused({ge::AscendString("factor"), ge::AscendString("factor")}, "named twice");
}

TEST_F(GeIrBuild, GraphsOfAFileOfOperatorsAreBuilt) {
  const std::string path = ::testing::TempDir() + "ge_ir_build_ops_" + std::to_string(getpid()) + ".json";
  constexpr const char* kDescs = R"("input_desc": [{"format": "ND", "shape": [2, 3], "type": "float"}],
                                    "output_desc": [{"format": "ND", "shape": [2, 3], "type": "float"}])";
  std::ofstream(path) << R"([{"op": "Relu", )" << kDescs << R"(}, {"op": "Exp", )" << kDescs << "}]";
  std::vector<ge::Graph> graphs;
  ASSERT_EQ(ge::aclgrphGenerateForOp(ge::AscendString(path.c_str()), graphs), ge::GRAPH_SUCCESS) << ge::GEGetErrorMsg();
  ASSERT_EQ(graphs.size(), 2U);
  for (const ge::Graph& graph : graphs) {
    EXPECT_EQ(ge::aclgrphBuildModel(graph, Options{}, model_), ge::GRAPH_SUCCESS) << ge::GEGetErrorMsg();
  }
  std::ofstream(path) << R"([{"op": "Nope", )" << kDescs << "}]";
  EXPECT_NE(ge::aclgrphGenerateForOp(ge::AscendString(path.c_str()), graphs), ge::GRAPH_SUCCESS);
  EXPECT_EQ(graphs.size(), 2U);
  EXPECT_NE(ge::aclgrphGenerateForOp(ge::AscendString("/none.json"), graphs), ge::GRAPH_SUCCESS);
  EXPECT_THAT(ge::GEGetErrorMsg(), HasSubstr("/none.json"));
  EXPECT_NE(ge::aclgrphGenerateForOp(ge::AscendString(), graphs), ge::GRAPH_SUCCESS);
  std::filesystem::remove(path);
}

TEST(GeIrBuildUninitialized, NothingIsBuiltBeforeInitialize) {
  ge::ModelBufferData model;
  std::vector<ge::Graph> graphs;
  EXPECT_NE(ge::aclgrphBundleBuildModel({{ge::Graph("g"), {}}}, model), ge::GRAPH_SUCCESS);
  EXPECT_NE(ge::aclgrphGenerateForOp(ge::AscendString("ops.json"), graphs), ge::GRAPH_SUCCESS);
  EXPECT_NE(ge::aclgrphBuildModel(ge::Graph("g"), Options{}, model), ge::GRAPH_SUCCESS);
}

}  // namespace
}  // namespace opdk
