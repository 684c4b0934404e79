// Models of gears: which shapes a run has is said by a call.
#include <cstring>

#include "acl/acl_mdl.h"
#include "tests/sdk/adapters/ascendcl/offline_models.h"

namespace opdk::acl_tests {
namespace {

using Options = std::map<std::string, std::string>;

// Makes the file of y = Relu(Exp(x)), x: float[?, 3], with these gears.
std::string GearsFile(const std::string& name, Options options) {
  UseBuiltinOperatorsAlone();
  EXPECT_EQ(ge::aclgrphBuildInitialize(Options{{"ge.socVersion", "native"}}), ge::GRAPH_SUCCESS);
  options.emplace("input_shape", "x:-1,3");
  ge::ModelBufferData model;
  EXPECT_EQ(ge::aclgrphBuildModel(ExpRelu(-1), options, model), ge::GRAPH_SUCCESS) << ge::GEGetErrorMsg();
  const std::string path = ::testing::TempDir() + "acl_gears_" + std::to_string(getpid()) + "_" + name + ".om";
  EXPECT_EQ(ge::aclgrphSaveModel(path, model), ge::GRAPH_SUCCESS) << ge::GEGetErrorMsg();
  ge::aclgrphBuildFinalize();
  return path;
}

class AclGears : public Acl {
 protected:
  // Loads a model whose largest gear has four rows. The buffer of the gear comes last.
  void LoadGears(const std::string& name, const Options& options) {
    path_ = GearsFile(name, options);
    ASSERT_OK(aclInit(nullptr));
    ASSERT_OK(aclrtSetDevice(0));
    ASSERT_OK(aclmdlLoadFromFile(path_.c_str(), &model_));
    desc_ = aclmdlCreateDesc();
    ASSERT_OK(aclmdlGetDesc(desc_, model_));
    ASSERT_OK(aclmdlGetInputIndexByName(desc_, ACL_DYNAMIC_TENSOR_NAME, &index_));
  }
  void SetUp() override {}
  void TearDown() override {
    EXPECT_OK(aclmdlDestroyDesc(desc_));
    EXPECT_OK(aclmdlUnload(model_));
    std::remove(path_.c_str());
    Acl::TearDown();
  }
  // Expects that the first `rows` rows of the result are ExpRelu of the input, and that all others are unchanged.
  void ExpectRows(size_t rows, aclmdlDataset* input, const std::vector<float>& x) {
    DeviceTensor y(std::vector<float>(12, -1.0F));
    ASSERT_OK(aclmdlExecute(model_, input, y.dataset()));
    const std::vector<float> values = y.values();
    ExpectExp({x.begin(), x.begin() + static_cast<ptrdiff_t>(rows * 3)}, values);
    for (size_t i = rows * 3; i < values.size(); ++i) EXPECT_EQ(values[i], -1.0F) << i;
    aclmdlIODims dims;
    EXPECT_OK(aclmdlGetCurOutputDims(desc_, 0, &dims));
    EXPECT_EQ(dims.dims[0], static_cast<int64_t>(rows));
  }

  const std::vector<float> x_ = {0, 1, 2, -1, -2, -3, 0.5F, 1.5F, 2.5F, 3, 1, 0};
  std::string path_;
  uint32_t model_ = 0;
  aclmdlDesc* desc_ = nullptr;
  size_t index_ = 0;
};

TEST_F(AclGears, OfBatchesAreDescribed) {
  LoadGears("described", {{"ge.dynamicBatchSize", "1,4"}});
  EXPECT_EQ(aclmdlGetNumInputs(desc_), 2U);
  EXPECT_EQ(index_, 1U);
  EXPECT_EQ(aclmdlGetInputSizeByIndex(desc_, 0), 4 * 3 * sizeof(float));
  EXPECT_EQ(aclmdlGetOutputSizeByIndex(desc_, 0), 4 * 3 * sizeof(float));
  EXPECT_GT(aclmdlGetInputSizeByIndex(desc_, index_), 0U);
  aclmdlBatch batch;
  ASSERT_OK(aclmdlGetDynamicBatch(desc_, &batch));
  ASSERT_EQ(batch.batchCount, 2U);
  EXPECT_EQ(batch.batch[0], 1U);
  EXPECT_EQ(batch.batch[1], 4U);
  aclmdlHW sizes;
  ASSERT_OK(aclmdlGetDynamicHW(desc_, 0, &sizes));
  EXPECT_EQ(sizes.hwCount, 0U);
}

TEST_F(AclGears, ARunIsOfTheBatchThatWasSet) {
  LoadGears("batch", {{"ge.dynamicBatchSize", "1,2,4"}});
  DeviceTensor x(x_), gear(std::vector<float>(1));
  ASSERT_OK(aclmdlAddDatasetBuffer(x.dataset(), gear.buffer()));
  for (const uint64_t rows : {2, 1, 4}) {
    ASSERT_OK(aclmdlSetDynamicBatchSize(model_, x.dataset(), index_, rows));
    ExpectRows(rows, x.dataset(), x_);
  }
  EXPECT_REFUSED(aclmdlSetDynamicBatchSize(model_, x.dataset(), index_, 3), ACL_ERROR_INVALID_PARAM, "1; 2; 4");
  EXPECT_REFUSED(aclmdlSetDynamicBatchSize(model_, x.dataset(), 0, 2), ACL_ERROR_INVALID_PARAM,
                 "isn't the input of gears");
  EXPECT_REFUSED(aclmdlSetDynamicHWSize(model_, x.dataset(), index_, 2, 2), ACL_ERROR_INVALID_PARAM, "gears of batch");
}

TEST_F(AclGears, TheLargestBatchRunsByDefault) {
  LoadGears("largest", {{"ge.dynamicBatchSize", "4,1"}});
  DeviceTensor x(x_), gear(std::vector<float>(1));
  ASSERT_OK(aclmdlAddDatasetBuffer(x.dataset(), gear.buffer()));
  ExpectRows(4, x.dataset(), x_);
}

TEST_F(AclGears, OfDimsAreNamedByAllExtents) {
  LoadGears("dims", {{"ge.dynamicDims", "2;4"}});
  size_t count = 0;
  ASSERT_OK(aclmdlGetInputDynamicGearCount(desc_, static_cast<size_t>(-1), &count));
  ASSERT_EQ(count, 2U);
  aclmdlIODims dims[2];
  ASSERT_OK(aclmdlGetInputDynamicDims(desc_, static_cast<size_t>(-1), dims, count));
  EXPECT_EQ(dims[0].dimCount, 2U);
  EXPECT_EQ(dims[0].dims[0], 2);
  EXPECT_EQ(dims[0].dims[1], 3);
  DeviceTensor x(x_), gear(std::vector<float>(1));
  ASSERT_OK(aclmdlAddDatasetBuffer(x.dataset(), gear.buffer()));
  DeviceTensor y(std::vector<float>(12));
  EXPECT_REFUSED(aclmdlExecute(model_, x.dataset(), y.dataset()), ACL_ERROR_INVALID_PARAM, "names a gear");
  ASSERT_OK(aclmdlSetInputDynamicDims(model_, x.dataset(), index_, &dims[0]));
  ExpectRows(2, x.dataset(), x_);
  dims[0].dims[0] = 3;
  EXPECT_REFUSED(aclmdlSetInputDynamicDims(model_, x.dataset(), index_, &dims[0]), ACL_ERROR_INVALID_PARAM, "no gear");
}

}  // namespace
}  // namespace opdk::acl_tests
