#include "ge/ge_ir_build.h"

#include <filesystem>

#include "ge/ge_api.h"
#include "tests/graph_core/host/host_fixture.h"

namespace opdk {
namespace {

using ::testing::HasSubstr;
using Options = std::map<std::string, std::string>;

class GeIrBuild : public BuiltinPackages {
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

TEST(GeIrBuildUninitialized, NothingIsBuiltBeforeInitialize) {
  ge::ModelBufferData model;
  EXPECT_NE(ge::aclgrphBuildModel(ge::Graph("g"), Options{}, model), ge::GRAPH_SUCCESS);
}

}  // namespace
}  // namespace opdk
