// Offline models: every way to load one, descriptions, sizes.
#include <thread>

#include "tests/sdk/adapters/ascendcl/offline_models.h"

namespace opdk::acl_tests {
namespace {

class ModelLoad : public AclModel {
 protected:
  void SetUp() override {
    AclModel::SetUp();
    bytes_ = BytesOfFile(path_);
    ASSERT_OK(aclmdlQuerySize(path_.c_str(), &work_bytes_, &weight_bytes_));
    ASSERT_OK(aclrtMalloc(&work_, work_bytes_ + 64, ACL_MEM_MALLOC_HUGE_FIRST));
    ASSERT_OK(aclrtMalloc(&weight_, weight_bytes_, ACL_MEM_MALLOC_HUGE_FIRST));
  }
  void TearDown() override {
    EXPECT_OK(aclrtFree(work_));
    EXPECT_OK(aclrtFree(weight_));
    AclModel::TearDown();
  }
  // Runs and lets go of it.
  static void ExpectRuns(uint32_t id) {
    const std::vector<float> x{0, 1, 2, 3, -1, -2};
    const DeviceTensor input(x), output(x.size() * sizeof(float));
    EXPECT_OK(aclmdlExecute(id, input.dataset(), output.dataset()));
    ExpectExp(x, output.values());
    EXPECT_OK(aclmdlUnload(id));
    EXPECT_REFUSED(aclmdlUnload(id), ACL_ERROR_INVALID_MODEL_ID, "there is no model");
    EXPECT_REFUSED(aclmdlExecute(id, input.dataset(), output.dataset()), ACL_ERROR_INVALID_MODEL_ID, "no model");
  }

  std::string bytes_;
  size_t work_bytes_ = 0, weight_bytes_ = 0;
  void *work_ = nullptr, *weight_ = nullptr;
};

TEST_F(ModelLoad, LoadsAFile) {
  uint32_t id = 0;
  ASSERT_OK(aclmdlLoadFromFile(path_.c_str(), &id));
  ExpectRuns(id);
  EXPECT_REFUSED(aclmdlLoadFromFile(nullptr, &id), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclmdlLoadFromFile(path_.c_str(), nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclmdlLoadFromFile("/nowhere/model.om", &id), ACL_ERROR_INVALID_FILE, "/nowhere/model.om");
}

TEST_F(ModelLoad, KeepsNoReferenceToTheBytes) {
  uint32_t id = 0;
  {
    const std::string bytes = bytes_;
    ASSERT_OK(aclmdlLoadFromMem(bytes.data(), bytes.size(), &id));
  }
  ExpectRuns(id);
  EXPECT_REFUSED(aclmdlLoadFromMem(nullptr, 10, &id), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclmdlLoadFromMem(bytes_.data(), 0, &id), ACL_ERROR_INVALID_PARAM, "");
  EXPECT_REFUSED(aclmdlLoadFromMem(bytes_.data(), bytes_.size(), nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
}

TEST_F(ModelLoad, RefusesBytesThatAreNoModel) {
  uint32_t id = 0;
  const std::string text = "this is no model";
  EXPECT_REFUSED(aclmdlLoadFromMem(text.data(), text.size(), &id), ACL_ERROR_PARSE_MODEL, "E2001");
  EXPECT_REFUSED(aclmdlLoadFromMem(bytes_.data(), bytes_.size() / 2, &id), ACL_ERROR_PARSE_MODEL, "E2001");
  std::string changed = bytes_;
  changed[changed.size() / 2] = static_cast<char>(changed[changed.size() / 2] ^ 1);
  EXPECT_REFUSED(aclmdlLoadFromMem(changed.data(), changed.size(), &id), ACL_ERROR_PARSE_MODEL, "E2001");
}

TEST_F(ModelLoad, UsesTheCallersMemory) {
  uint32_t id = 0;
  ASSERT_OK(aclmdlLoadFromFileWithMem(path_.c_str(), &id, work_, work_bytes_, weight_, weight_bytes_));
  ExpectRuns(id);
  ASSERT_OK(aclmdlLoadFromMemWithMem(bytes_.data(), bytes_.size(), &id, work_, work_bytes_, weight_, weight_bytes_));
  ExpectRuns(id);
  // NULL: the model has its own.
  ASSERT_OK(aclmdlLoadFromFileWithMem(path_.c_str(), &id, nullptr, 0, nullptr, 0));
  ExpectRuns(id);
  ASSERT_OK(aclmdlLoadFromMemWithMem(bytes_.data(), bytes_.size(), &id, nullptr, 0, nullptr, 0));
  ExpectRuns(id);
}

TEST_F(ModelLoad, RunsInTheCallersMemoryFollowOneAnother) {
  uint32_t id = 0;
  ASSERT_OK(aclmdlLoadFromFileWithMem(path_.c_str(), &id, work_, work_bytes_, weight_, weight_bytes_));
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([id, t] {
      const std::vector<float> x(6, static_cast<float>(t));
      const DeviceTensor input(x), output(24);
      EXPECT_OK(aclrtSetDevice(0));
      for (int i = 0; i < 100; ++i) {
        EXPECT_OK(aclmdlExecute(id, input.dataset(), output.dataset()));
        ExpectExp(x, output.values());
      }
      EXPECT_OK(aclrtResetDevice(0));
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_OK(aclmdlUnload(id));
}

TEST_F(ModelLoad, RefusesMemoryThatIsTooSmallOrUnaligned) {
  uint32_t id = 0;
  const auto refuse = [&](void* work, size_t bytes, size_t weights, aclError code, const char* part) {
    EXPECT_REFUSED(aclmdlLoadFromFileWithMem(path_.c_str(), &id, work, bytes, weight_, weights), code, part);
    EXPECT_REFUSED(aclmdlLoadFromMemWithMem(bytes_.data(), bytes_.size(), &id, work, bytes, weight_, weights), code,
                   part);
  };
  refuse(work_, work_bytes_ - 1, weight_bytes_, ACL_ERROR_INVALID_PARAM, "aclmdlQuerySize tells");
  refuse(static_cast<char*>(work_) + 4, work_bytes_, weight_bytes_, ACL_ERROR_MEMORY_ADDRESS_UNALIGNED, "64 bytes");
  refuse(work_, work_bytes_ + 65, weight_bytes_, ACL_ERROR_INVALID_PARAM, "working memory");
  void* gone = nullptr;
  ASSERT_OK(aclrtMalloc(&gone, work_bytes_, ACL_MEM_MALLOC_HUGE_FIRST));
  EXPECT_OK(aclrtFree(gone));
  refuse(gone, work_bytes_, weight_bytes_, ACL_ERROR_INVALID_PARAM, "was freed before");
  EXPECT_REFUSED(aclmdlLoadFromFileWithMem(nullptr, &id, work_, work_bytes_, nullptr, 0), ACL_ERROR_INVALID_PARAM,
                 "NULL");
  EXPECT_REFUSED(aclmdlLoadFromMemWithMem(nullptr, 1, &id, work_, work_bytes_, nullptr, 0), ACL_ERROR_INVALID_PARAM,
                 "NULL");
}

TEST_F(ModelLoad, LoadsByOptions) {
  uint32_t id = 0;
  const char* path = path_.c_str();
  const void* bytes = bytes_.data();
  const size_t size = bytes_.size();
  const int32_t priority = 1;
  aclmdlConfigHandle* config = aclmdlCreateConfigHandle();
  ASSERT_NE(config, nullptr);
  EXPECT_REFUSED(aclmdlLoadWithConfig(config, &id), ACL_ERROR_FEATURE_UNSUPPORTED, "no way 0");
  EXPECT_OK(aclmdlSetConfigOpt(config, ACL_MDL_PATH_PTR, &path, sizeof path));
  EXPECT_OK(aclmdlSetConfigOpt(config, ACL_MDL_MEM_ADDR_PTR, &bytes, sizeof bytes));
  EXPECT_OK(aclmdlSetConfigOpt(config, ACL_MDL_MEM_SIZET, &size, sizeof size));
  EXPECT_OK(aclmdlSetConfigOpt(config, ACL_MDL_WORKSPACE_ADDR_PTR, &work_, sizeof work_));
  EXPECT_OK(aclmdlSetConfigOpt(config, ACL_MDL_WORKSPACE_SIZET, &work_bytes_, sizeof work_bytes_));
  EXPECT_OK(aclmdlSetConfigOpt(config, ACL_MDL_WEIGHT_ADDR_PTR, &weight_, sizeof weight_));
  EXPECT_OK(aclmdlSetConfigOpt(config, ACL_MDL_WEIGHT_SIZET, &weight_bytes_, sizeof weight_bytes_));
  EXPECT_OK(aclmdlSetConfigOpt(config, ACL_MDL_PRIORITY_INT32, &priority, sizeof priority));
  for (const size_t type : {ACL_MDL_LOAD_FROM_FILE, ACL_MDL_LOAD_FROM_FILE_WITH_MEM, ACL_MDL_LOAD_FROM_MEM,
                            ACL_MDL_LOAD_FROM_MEM_WITH_MEM}) {
    EXPECT_OK(aclmdlSetConfigOpt(config, ACL_MDL_LOAD_TYPE_SIZET, &type, sizeof type));
    ASSERT_OK(aclmdlLoadWithConfig(config, &id));
    ExpectRuns(id);
  }
  EXPECT_REFUSED(aclmdlSetConfigOpt(config, ACL_MDL_MEM_SIZET, &size, 1), ACL_ERROR_INVALID_PARAM,
                 "another size: 1 bytes are given, its type has 8");
  EXPECT_REFUSED(aclmdlSetConfigOpt(config, ACL_MDL_MEM_SIZET, nullptr, 8), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclmdlSetConfigOpt(config, ACL_MDL_KERNEL_SIZET, &size, sizeof size), ACL_ERROR_FEATURE_UNSUPPORTED,
                 "option 18");
  EXPECT_OK(aclmdlDestroyConfigHandle(config));
  EXPECT_REFUSED(aclmdlDestroyConfigHandle(config), ACL_ERROR_INVALID_PARAM, "destroyed before");
  EXPECT_REFUSED(aclmdlSetConfigOpt(config, ACL_MDL_MEM_SIZET, &size, sizeof size), ACL_ERROR_INVALID_PARAM,
                 "destroyed before");
  EXPECT_REFUSED(aclmdlLoadWithConfig(config, &id), ACL_ERROR_INVALID_PARAM, "destroyed before");
}

TEST_F(ModelLoad, TellsSizes) {
  size_t work = 0, weight = 0;
  EXPECT_OK(aclmdlQuerySizeFromMem(bytes_.data(), bytes_.size(), &work, &weight));
  EXPECT_EQ(work, work_bytes_);
  EXPECT_EQ(weight, weight_bytes_);
  aclmdlExeOMDesc parts = {};
  EXPECT_OK(aclmdlQueryExeOMDesc(path_.c_str(), &parts));
  EXPECT_GT(parts.modelDescSize, 0U);
  EXPECT_LT(parts.modelDescSize + parts.weightSize + parts.kernelSize, bytes_.size());
  EXPECT_REFUSED(aclmdlQuerySize(nullptr, &work, &weight), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclmdlQuerySize(path_.c_str(), nullptr, &weight), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclmdlQuerySize("/nowhere.om", &work, &weight), ACL_ERROR_INVALID_FILE, "/nowhere.om");
  EXPECT_REFUSED(aclmdlQuerySizeFromMem(nullptr, 1, &work, &weight), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclmdlQuerySizeFromMem("no model", 8, &work, &weight), ACL_ERROR_PARSE_MODEL, "E2001");
  EXPECT_REFUSED(aclmdlQueryExeOMDesc(nullptr, &parts), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclmdlQueryExeOMDesc(path_.c_str(), nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclmdlQueryExeOMDesc("/nowhere.om", &parts), ACL_ERROR_INVALID_FILE, "/nowhere.om");
}

class ModelDesc : public AclModel {
 protected:
  void SetUp() override {
    AclModel::SetUp();
    desc_ = aclmdlCreateDesc();
    ASSERT_OK(aclmdlGetDesc(desc_, model_));
  }
  void TearDown() override {
    aclmdlDestroyDesc(desc_);
    AclModel::TearDown();
  }
  aclmdlDesc* desc_ = nullptr;
};

TEST_F(ModelDesc, TellsInputsAndOutputs) {
  EXPECT_EQ(aclmdlGetNumInputs(desc_), 1U);
  EXPECT_EQ(aclmdlGetNumOutputs(desc_), 1U);
  EXPECT_EQ(aclmdlGetInputSizeByIndex(desc_, 0), 24U);
  EXPECT_EQ(aclmdlGetOutputSizeByIndex(desc_, 0), 24U);
  aclmdlIODims dims = {};
  EXPECT_OK(aclmdlGetInputDims(desc_, 0, &dims));
  EXPECT_EQ(dims.dimCount, 2U);
  EXPECT_EQ(dims.dims[0], 2);
  EXPECT_EQ(dims.dims[1], 3);
  EXPECT_STREQ(dims.name, "x");
  EXPECT_OK(aclmdlGetInputDimsV2(desc_, 0, &dims));
  EXPECT_EQ(dims.dims[1], 3);
  EXPECT_OK(aclmdlGetOutputDims(desc_, 0, &dims));
  EXPECT_EQ(dims.dims[0], 2);
  EXPECT_OK(aclmdlGetCurOutputDims(desc_, 0, &dims));
  EXPECT_EQ(dims.dims[0], 2);
  aclmdlIODimsRange range = {};
  EXPECT_OK(aclmdlGetInputDimsRange(desc_, 0, &range));
  EXPECT_EQ(range.rangeCount, 2U);
  EXPECT_EQ(range.range[0][1], 2);
  EXPECT_STREQ(aclmdlGetInputNameByIndex(desc_, 0), "x");
  const std::string output = aclmdlGetOutputNameByIndex(desc_, 0);
  EXPECT_FALSE(output.empty());
  EXPECT_EQ(aclmdlGetInputDataType(desc_, 0), ACL_FLOAT);
  EXPECT_EQ(aclmdlGetOutputDataType(desc_, 0), ACL_FLOAT);
  EXPECT_EQ(aclmdlGetInputFormat(desc_, 0), ACL_FORMAT_ND);
  EXPECT_EQ(aclmdlGetOutputFormat(desc_, 0), ACL_FORMAT_ND);
  size_t index = 9;
  EXPECT_OK(aclmdlGetInputIndexByName(desc_, "x", &index));
  EXPECT_EQ(index, 0U);
  EXPECT_OK(aclmdlGetOutputIndexByName(desc_, output.c_str(), &index));
  EXPECT_STREQ(aclmdlGetTensorRealName(desc_, "x"), "x");
  // As CANN's models name them: behind a node and the number of its output.
  index = 9;
  EXPECT_OK(aclmdlGetOutputIndexByName(desc_, ("some/node:0:" + output).c_str(), &index));
  EXPECT_EQ(index, 0U);
  EXPECT_STREQ(aclmdlGetTensorRealName(desc_, "some/node:12:x"), "x");
  EXPECT_NE(aclmdlGetInputIndexByName(desc_, "some:node:x", &index), ACL_SUCCESS);
}

TEST_F(ModelDesc, OutlivesItsModelAndComesFromFilesAndMemory) {
  EXPECT_OK(aclmdlUnload(model_));
  model_ = 0;
  aclmdlIODims dims = {};
  EXPECT_OK(aclmdlGetCurOutputDims(desc_, 0, &dims));
  EXPECT_EQ(dims.dims[0], 2);
  EXPECT_OK(aclmdlGetDescFromFile(desc_, ExpReluFile(2).c_str()));
  EXPECT_EQ(aclmdlGetNumInputs(desc_), 1U);
  const std::string bytes = BytesOfFile(path_);
  EXPECT_OK(aclmdlGetDescFromMem(desc_, bytes.data(), bytes.size()));
  EXPECT_EQ(aclmdlGetNumOutputs(desc_), 1U);
  EXPECT_REFUSED(aclmdlGetDescFromFile(desc_, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclmdlGetDescFromFile(desc_, "/nowhere.om"), ACL_ERROR_INVALID_FILE, "aclmdlGetDescFromFile");
  EXPECT_REFUSED(aclmdlGetDescFromFile(nullptr, path_.c_str()), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclmdlGetDescFromMem(desc_, nullptr, 4), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclmdlGetDescFromMem(desc_, "none", 4), ACL_ERROR_PARSE_MODEL, "aclmdlGetDescFromMem");
  EXPECT_REFUSED(aclmdlGetDesc(desc_, 12345), ACL_ERROR_INVALID_MODEL_ID, "no model 12345");
}

TEST_F(ModelDesc, HasNoOtherPorts) {
  aclmdlIODims dims = {};
  aclmdlIODimsRange range = {};
  size_t index = 0;
  EXPECT_EQ(aclmdlGetInputSizeByIndex(desc_, 1), 0U);
  EXPECT_ERROR("no input 1: the model has 1");
  EXPECT_EQ(aclmdlGetOutputSizeByIndex(desc_, 1), 0U);
  EXPECT_ERROR("no output 1");
  EXPECT_REFUSED(aclmdlGetInputDims(desc_, 1, &dims), ACL_ERROR_INVALID_PARAM, "no input 1");
  EXPECT_REFUSED(aclmdlGetInputDimsV2(desc_, 7, &dims), ACL_ERROR_INVALID_PARAM, "no input 7");
  EXPECT_REFUSED(aclmdlGetOutputDims(desc_, 1, &dims), ACL_ERROR_INVALID_PARAM, "no output 1");
  EXPECT_REFUSED(aclmdlGetCurOutputDims(desc_, 1, &dims), ACL_ERROR_INVALID_PARAM, "no output 1");
  EXPECT_REFUSED(aclmdlGetInputDimsRange(desc_, 1, &range), ACL_ERROR_INVALID_PARAM, "no input 1");
  EXPECT_REFUSED(aclmdlGetInputDims(desc_, 0, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclmdlGetOutputDims(desc_, 0, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclmdlGetInputDimsRange(desc_, 0, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_STREQ(aclmdlGetInputNameByIndex(desc_, 1), "");
  EXPECT_STREQ(aclmdlGetOutputNameByIndex(desc_, 1), "");
  EXPECT_EQ(aclmdlGetInputDataType(desc_, 1), ACL_DT_UNDEFINED);
  EXPECT_EQ(aclmdlGetOutputDataType(desc_, 1), ACL_DT_UNDEFINED);
  EXPECT_EQ(aclmdlGetInputFormat(desc_, 1), ACL_FORMAT_UNDEFINED);
  EXPECT_EQ(aclmdlGetOutputFormat(desc_, 1), ACL_FORMAT_UNDEFINED);
  EXPECT_REFUSED(aclmdlGetInputIndexByName(desc_, "xx", &index), ACL_ERROR_INVALID_PARAM, "did you mean 'x'?");
  EXPECT_REFUSED(aclmdlGetInputIndexByName(desc_, nullptr, &index), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclmdlGetOutputIndexByName(desc_, "x", nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclmdlGetOutputIndexByName(desc_, "nothing like it", &index), ACL_ERROR_INVALID_PARAM, "has no");
  EXPECT_EQ(aclmdlGetTensorRealName(desc_, "nothing"), nullptr);
  EXPECT_ERROR("no tensor 'nothing'");
  EXPECT_EQ(aclmdlGetTensorRealName(desc_, nullptr), nullptr);
}

TEST_F(ModelDesc, HasNoGearsAndPreprocessesNoImages) {
  aclmdlBatch batch = {};
  aclmdlHW sizes = {};
  size_t count = 9;
  EXPECT_OK(aclmdlGetDynamicBatch(desc_, &batch));
  EXPECT_EQ(batch.batchCount, 0U);
  EXPECT_OK(aclmdlGetDynamicHW(desc_, 0, &sizes));
  EXPECT_EQ(sizes.hwCount, 0U);
  EXPECT_OK(aclmdlGetInputDynamicGearCount(desc_, 0, &count));
  EXPECT_EQ(count, 0U);
  EXPECT_REFUSED(aclmdlGetDynamicBatch(desc_, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclmdlGetDynamicHW(desc_, 0, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclmdlGetInputDynamicGearCount(desc_, 0, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  aclmdlInputAippType type = ACL_DYNAMIC_AIPP_NODE;
  size_t index = 0;
  EXPECT_OK(aclmdlGetAippType(model_, 0, &type, &index));
  EXPECT_EQ(type, ACL_DATA_WITHOUT_AIPP);
  EXPECT_REFUSED(aclmdlGetAippType(model_, 1, &type, &index), ACL_ERROR_INVALID_PARAM, "no input 1");
  EXPECT_REFUSED(aclmdlGetAippType(model_, 0, nullptr, &index), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclmdlGetAippType(77, 0, &type, &index), ACL_ERROR_INVALID_MODEL_ID, "no model 77");
}

TEST_F(ModelDesc, ADestroyedDescriptionIsRefused) {
  aclmdlBatch batch = {};
  EXPECT_OK(aclmdlDestroyDesc(desc_));
  EXPECT_REFUSED(aclmdlDestroyDesc(desc_), ACL_ERROR_INVALID_PARAM, "destroyed before");
  EXPECT_REFUSED(aclmdlGetDesc(desc_, model_), ACL_ERROR_INVALID_PARAM, "destroyed before");
  EXPECT_REFUSED(aclmdlGetDesc(nullptr, model_), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_EQ(aclmdlGetNumInputs(desc_), 0U);
  EXPECT_ERROR("destroyed before");
  EXPECT_REFUSED(aclmdlGetDynamicBatch(desc_, &batch), ACL_ERROR_INVALID_PARAM, "destroyed before");
  EXPECT_EQ(aclmdlGetNumOutputs(nullptr), 0U);
  EXPECT_ERROR("NULL");
}

}  // namespace
}  // namespace opdk::acl_tests
