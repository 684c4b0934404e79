// Several models of one file: y = x + w with w = 1, 2, 3 at first, a model that sets another w, and a model that
// assigns its input to w.
#include "ge/ge_ir_build.h"
#include "graph_core/ir/text.h"
#include "graph_core/ir/to_operators.h"
#include "tests/sdk/adapters/ascendcl/offline_models.h"

namespace opdk::acl_tests {
namespace {

constexpr const char* kSum = R"(graph sum {
  %x = Data {index: 0} : float[3]
  %w = Const {value: float[3](1.0, 2.0, 3.0)}
  %y = Add(x1: %x, x2: %w) : float[3]
  %out = NetOutput(x: [%y])
})";

ge::Graph Sum() {
  const auto graph = Parse(kSum);
  OPDK_CHECK(graph.ok(), graph.status().ToString());
  auto made = ToOperators(*graph);
  OPDK_CHECK(made.ok(), made.status().ToString());
  return *std::move(made);
}

// Makes the file of the three models, before aclInit.
std::string RefreshableFile() {
  UseBuiltinOperatorsAlone();
  EXPECT_EQ(ge::aclgrphBuildInitialize(std::map<std::string, std::string>{}), ge::GRAPH_SUCCESS);
  ge::WeightRefreshableGraphs graphs;
  EXPECT_EQ(ge::aclgrphConvertToWeightRefreshableGraphs(Sum(), {ge::AscendString("w")}, graphs), ge::GRAPH_SUCCESS)
      << ge::GEGetErrorMsg();
  ge::ModelBufferData bundle;
  EXPECT_EQ(ge::aclgrphBundleBuildModel(
                {{graphs.infer_graph, {}}, {graphs.var_init_graph, {}}, {graphs.var_update_graph, {}}}, bundle),
            ge::GRAPH_SUCCESS)
      << ge::GEGetErrorMsg();
  const std::string stem = ::testing::TempDir() + "acl_bundle_" + std::to_string(getpid());
  EXPECT_EQ(ge::aclgrphBundleSaveModel(stem.c_str(), bundle), ge::GRAPH_SUCCESS) << ge::GEGetErrorMsg();
  ge::aclgrphBuildFinalize();
  return stem + ".om";
}

class Bundle : public Acl {
 protected:
  void SetUp() override {
    path_ = RefreshableFile();
    Acl::SetUp();
  }
  void TearDown() override {
    Acl::TearDown();
    std::filesystem::remove(path_);
  }
  void Load() {
    ASSERT_OK(aclmdlBundleLoadFromFile(path_.c_str(), &bundle_));
    for (size_t i = 0; i < 3; ++i) ASSERT_OK(aclmdlBundleGetModelId(bundle_, i, &models_[i]));
  }
  std::vector<float> Infer() const {
    const DeviceTensor input(std::vector<float>{10, 20, 30}), output(3 * sizeof(float));
    EXPECT_OK(aclmdlExecute(models_[0], input.dataset(), output.dataset()));
    return output.values();
  }
  void Initialise() const {
    aclmdlDataset *none = aclmdlCreateDataset(), *nothing = aclmdlCreateDataset();
    EXPECT_OK(aclmdlExecute(models_[1], none, nothing));
    EXPECT_OK(aclmdlDestroyDataset(none));
    EXPECT_OK(aclmdlDestroyDataset(nothing));
  }
  void Update(const std::vector<float>& weights) const {
    const DeviceTensor given(weights);
    aclmdlDataset* nothing = aclmdlCreateDataset();
    EXPECT_OK(aclmdlExecute(models_[2], given.dataset(), nothing));
    EXPECT_OK(aclmdlDestroyDataset(nothing));
  }

  std::string path_;
  uint32_t bundle_ = 0;
  uint32_t models_[3] = {};
};

TEST_F(Bundle, WeightsAreReplacedWhileTheModelIsLoaded) {
  Load();
  size_t count = 0;
  EXPECT_OK(aclmdlBundleGetModelNum(bundle_, &count));
  EXPECT_EQ(count, 3U);
  Initialise();
  EXPECT_EQ(Infer(), (std::vector<float>{11, 22, 33}));
  Update({5, 6, 7});
  EXPECT_EQ(Infer(), (std::vector<float>{15, 26, 37}));
  Initialise();
  EXPECT_EQ(Infer(), (std::vector<float>{11, 22, 33}));
  EXPECT_OK(aclmdlBundleUnload(bundle_));
}

TEST_F(Bundle, EachHasVariablesOfItsOwn) {
  Load();
  Initialise();
  Update({5, 6, 7});
  const std::string bytes = BytesOfFile(path_);
  uint32_t other = 0, first = 0, second = 0;
  ASSERT_OK(aclmdlBundleLoadFromMem(bytes.data(), bytes.size(), &other));
  EXPECT_NE(other, bundle_);
  ASSERT_OK(aclmdlBundleGetModelId(other, 0, &first));
  ASSERT_OK(aclmdlBundleGetModelId(other, 1, &second));
  std::swap(models_[0], first);
  std::swap(models_[1], second);
  Initialise();
  EXPECT_EQ(Infer(), (std::vector<float>{11, 22, 33}));
  std::swap(models_[0], first);
  EXPECT_EQ(Infer(), (std::vector<float>{15, 26, 37}));
  EXPECT_OK(aclmdlBundleUnload(other));
  EXPECT_OK(aclmdlBundleUnload(bundle_));
}

TEST_F(Bundle, IsUnloadedAsAWholeAndOnce) {
  Load();
  EXPECT_REFUSED(aclmdlUnload(models_[0]), ACL_ERROR_INVALID_PARAM, "aclmdlBundleUnload unloads it");
  EXPECT_OK(aclmdlBundleUnload(bundle_));
  EXPECT_REFUSED(aclmdlBundleUnload(bundle_), ACL_ERROR_INVALID_BUNDLE_MODEL_ID, "there is no bundle");
  EXPECT_REFUSED(aclmdlUnload(models_[0]), ACL_ERROR_INVALID_MODEL_ID, "there is no model");
  size_t count = 0;
  uint32_t id = 0;
  EXPECT_REFUSED(aclmdlBundleGetModelNum(bundle_, &count), ACL_ERROR_INVALID_BUNDLE_MODEL_ID, "no bundle");
  EXPECT_REFUSED(aclmdlBundleGetModelId(bundle_, 0, &id), ACL_ERROR_INVALID_BUNDLE_MODEL_ID, "no bundle");
}

TEST_F(Bundle, WrongArgumentsAreRefused) {
  Load();
  uint32_t id = 0;
  EXPECT_REFUSED(aclmdlBundleLoadFromFile(nullptr, &id), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclmdlBundleLoadFromFile(path_.c_str(), nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclmdlBundleLoadFromFile("/nowhere/bundle.om", &id), ACL_ERROR_INVALID_FILE, "/nowhere/bundle.om");
  EXPECT_REFUSED(aclmdlBundleLoadFromMem(nullptr, 3, &id), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclmdlBundleLoadFromMem("bundle", 0, &id), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclmdlBundleGetModelNum(bundle_, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclmdlBundleGetModelId(bundle_, 0, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclmdlBundleGetModelId(bundle_, 3, &id), ACL_ERROR_INVALID_PARAM, "the bundle has 3");
  EXPECT_OK(aclmdlBundleUnload(bundle_));
}

TEST_F(Bundle, BundlesAndSingleModelsAreLoadedByTheirOwnFunctionsOnly) {
  uint32_t id = 0;
  EXPECT_NE(aclmdlLoadFromFile(path_.c_str(), &id), ACL_SUCCESS);
  EXPECT_ERROR("aclmdlBundleLoadFromFile loads it");
  std::string bytes = BytesOfFile(path_);
  bytes.pop_back();
  EXPECT_NE(aclmdlBundleLoadFromMem(bytes.data(), bytes.size(), &id), ACL_SUCCESS);
  EXPECT_ERROR("not an offline model");
}

TEST_F(AclModel, ThatIsSingleIsNoBundle) {
  uint32_t id = 0;
  EXPECT_NE(aclmdlBundleLoadFromFile(path_.c_str(), &id), ACL_SUCCESS);
  EXPECT_ERROR("not a bundle");
}

}  // namespace
}  // namespace opdk::acl_tests
