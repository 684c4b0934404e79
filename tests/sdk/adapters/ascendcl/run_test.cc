// Datasets and runs: at once, on streams, from several threads, of shapes that only the run knows.
#include <atomic>
#include <thread>

#include "tests/sdk/adapters/ascendcl/held_stream.h"
#include "tests/sdk/adapters/ascendcl/offline_models.h"

namespace opdk::acl_tests {
namespace {

class Dataset : public Acl {};

TEST_F(Dataset, HoldsBuffersAndTheirDescriptions) {
  aclmdlDataset* dataset = aclmdlCreateDataset();
  aclDataBuffer* buffer = aclCreateDataBuffer(nullptr, 0);
  EXPECT_EQ(aclmdlGetDatasetNumBuffers(dataset), 0U);
  EXPECT_OK(aclmdlAddDatasetBuffer(dataset, buffer));
  EXPECT_EQ(aclmdlGetDatasetNumBuffers(dataset), 1U);
  EXPECT_EQ(aclmdlGetDatasetBuffer(dataset, 0), buffer);
  EXPECT_EQ(aclmdlGetDatasetTensorDesc(dataset, 0), nullptr);
  const int64_t dims[] = {4};
  aclTensorDesc* desc = aclCreateTensorDesc(ACL_FLOAT, 1, dims, ACL_FORMAT_ND);
  EXPECT_OK(aclmdlSetDatasetTensorDesc(dataset, desc, 0));
  aclDestroyTensorDesc(desc);  // it has a copy
  aclTensorDesc* held = aclmdlGetDatasetTensorDesc(dataset, 0);
  ASSERT_NE(held, nullptr);
  EXPECT_EQ(aclGetTensorDescDim(held, 0), 4);
  EXPECT_EQ(aclmdlGetDatasetTensorDesc(dataset, 0), held);
  EXPECT_OK(aclmdlSetDatasetTensorDesc(dataset, nullptr, 0));
  EXPECT_EQ(aclmdlGetDatasetTensorDesc(dataset, 0), nullptr);
  EXPECT_EQ(aclGetTensorDescNumDims(held), 0U);
  EXPECT_ERROR("destroyed before");
  EXPECT_OK(aclmdlDestroyDataset(dataset));
  EXPECT_OK(aclDestroyDataBuffer(buffer));
}

TEST_F(Dataset, RefusesWrongArguments) {
  aclmdlDataset* dataset = aclmdlCreateDataset();
  aclDataBuffer* buffer = aclCreateDataBuffer(nullptr, 0);
  EXPECT_REFUSED(aclmdlAddDatasetBuffer(nullptr, buffer), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclmdlAddDatasetBuffer(dataset, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_EQ(aclmdlGetDatasetBuffer(dataset, 0), nullptr);
  EXPECT_ERROR("no buffer 0");
  EXPECT_REFUSED(aclmdlSetDatasetTensorDesc(dataset, nullptr, 0), ACL_ERROR_INVALID_PARAM, "no buffer 0");
  EXPECT_EQ(aclmdlGetDatasetTensorDesc(dataset, 2), nullptr);
  EXPECT_ERROR("no buffer 2");
  EXPECT_OK(aclmdlAddDatasetBuffer(dataset, buffer));
  EXPECT_REFUSED(aclmdlSetDatasetTensorDesc(dataset, reinterpret_cast<aclTensorDesc*>(buffer), 0),
                 ACL_ERROR_INVALID_PARAM, "nothing made it");
  EXPECT_OK(aclDestroyDataBuffer(buffer));
  EXPECT_REFUSED(aclmdlAddDatasetBuffer(dataset, buffer), ACL_ERROR_INVALID_PARAM, "destroyed before");
  EXPECT_OK(aclmdlDestroyDataset(dataset));
  EXPECT_REFUSED(aclmdlDestroyDataset(dataset), ACL_ERROR_INVALID_PARAM, "destroyed before");
  EXPECT_REFUSED(aclmdlDestroyDataset(nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_EQ(aclmdlGetDatasetNumBuffers(dataset), 0U);
  EXPECT_ERROR("destroyed before");
  EXPECT_EQ(aclmdlGetDatasetBuffer(nullptr, 0), nullptr);
  EXPECT_ERROR("NULL");
}

class ModelRun : public AclModel {
 protected:
  const std::vector<float> x_{0, 1, 2, -3, -4, 0.5F};
};

TEST_F(ModelRun, RunsSynchronouslyAndRepeatedly) {
  const DeviceTensor input(x_), output(24);
  for (int i = 0; i < 3; ++i) {
    EXPECT_OK(aclmdlExecute(model_, input.dataset(), output.dataset()));
  }
  ExpectExp(x_, output.values());
}

TEST_F(ModelRun, OnAStreamReadsItsBuffersWhenItsTurnComes) {
  const DeviceTensor input(std::vector<float>(6, 9)), output(24);
  HeldStream held;
  EXPECT_OK(aclmdlExecuteAsync(model_, input.dataset(), output.dataset(), held.get()));
  EXPECT_OK(aclmdlExecuteAsyncV2(model_, input.dataset(), output.dataset(), held.get(), nullptr));
  EXPECT_OK(aclrtMemcpy(input.data(), 24, x_.data(), 24, ACL_MEMCPY_HOST_TO_DEVICE));
  held.Release();
  EXPECT_OK(aclrtSynchronizeStream(held.get()));
  ExpectExp(x_, output.values());
}

TEST_F(ModelRun, AnUnloadedModelStillEndsItsLaunchedRuns) {
  const DeviceTensor input(x_), output(24);
  HeldStream held;
  EXPECT_OK(aclmdlExecuteAsync(model_, input.dataset(), output.dataset(), held.get()));
  EXPECT_OK(aclmdlUnload(model_));
  model_ = 0;
  held.Release();
  EXPECT_OK(aclrtSynchronizeStream(held.get()));
  ExpectExp(x_, output.values());
}

TEST_F(ModelRun, MemoryThatIsFreedBeforeItsTurnFailsTheStream) {
  DeviceTensor input(x_);
  const DeviceTensor output(24);
  HeldStream held;
  EXPECT_OK(aclmdlExecuteAsync(model_, input.dataset(), output.dataset(), held.get()));
  input.Free();
  held.Release();
  EXPECT_REFUSED(aclrtSynchronizeStream(held.get()), ACL_ERROR_INVALID_PARAM, "was freed before");
  EXPECT_OK(aclrtSynchronizeStream(held.get()));
}

TEST_F(ModelRun, TakesOptionsOfARun) {
  const DeviceTensor input(x_), output(24);
  aclmdlExecConfigHandle* config = aclmdlCreateExecConfigHandle();
  const int32_t timeout = 1, wrong = -5;
  EXPECT_OK(aclmdlSetExecConfigOpt(config, ACL_MDL_EVENT_SYNC_TIMEOUT, &timeout, sizeof timeout));
  EXPECT_OK(aclmdlExecuteV2(model_, input.dataset(), output.dataset(), nullptr, config));
  ExpectExp(x_, output.values());
  EXPECT_OK(aclmdlExecuteV2(model_, input.dataset(), output.dataset(), nullptr, nullptr));
  EXPECT_OK(aclmdlSetExecConfigOpt(config, ACL_MDL_STREAM_SYNC_TIMEOUT, &timeout, sizeof timeout));
  {
    HeldStream held;
    EXPECT_REFUSED(aclmdlExecuteV2(model_, input.dataset(), output.dataset(), held.get(), config),
                   ACL_ERROR_WAIT_CALLBACK_TIMEOUT, "after 1 ms");
  }
  EXPECT_REFUSED(aclmdlSetExecConfigOpt(config, ACL_MDL_STREAM_SYNC_TIMEOUT, &wrong, sizeof wrong),
                 ACL_ERROR_INVALID_PARAM, "-1 or milliseconds");
  EXPECT_REFUSED(aclmdlSetExecConfigOpt(config, ACL_MDL_STREAM_SYNC_TIMEOUT, &wrong, 1), ACL_ERROR_INVALID_PARAM,
                 "another size");
  EXPECT_REFUSED(aclmdlSetExecConfigOpt(config, ACL_MDL_STREAM_SYNC_TIMEOUT, nullptr, 4), ACL_ERROR_INVALID_PARAM,
                 "NULL");
  EXPECT_REFUSED(aclmdlSetExecConfigOpt(config, ACL_MDL_WORK_SIZET, &timeout, sizeof timeout),
                 ACL_ERROR_FEATURE_UNSUPPORTED, "no option 3");
  EXPECT_OK(aclmdlDestroyExecConfigHandle(config));
  EXPECT_REFUSED(aclmdlDestroyExecConfigHandle(config), ACL_ERROR_INVALID_PARAM, "destroyed before");
  EXPECT_REFUSED(aclmdlSetExecConfigOpt(config, ACL_MDL_STREAM_SYNC_TIMEOUT, &timeout, sizeof timeout),
                 ACL_ERROR_INVALID_PARAM, "destroyed before");
  EXPECT_REFUSED(aclmdlExecuteV2(model_, input.dataset(), output.dataset(), nullptr, config), ACL_ERROR_INVALID_PARAM,
                 "destroyed before");
  EXPECT_REFUSED(aclmdlExecuteAsyncV2(model_, input.dataset(), output.dataset(), nullptr, config),
                 ACL_ERROR_INVALID_PARAM, "destroyed before");
}

TEST_F(ModelRun, SeveralThreadsRunItWithTheirOwnData) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([this, t] {
      const std::vector<float> x(6, static_cast<float>(t));
      const DeviceTensor input(x), output(24);
      aclrtStream stream = nullptr;
      EXPECT_OK(aclrtSetDevice(0));
      EXPECT_OK(aclrtCreateStream(&stream));
      for (int i = 0; i < 50; ++i) {
        EXPECT_OK(aclmdlExecute(model_, input.dataset(), output.dataset()));
        ExpectExp(x, output.values());
        EXPECT_OK(aclrtMemset(output.data(), 24, 0, 24));
        EXPECT_OK(aclmdlExecuteAsync(model_, input.dataset(), output.dataset(), stream));
        EXPECT_OK(aclrtSynchronizeStream(stream));
        ExpectExp(x, output.values());
      }
      EXPECT_OK(aclrtDestroyStream(stream));
      EXPECT_OK(aclrtResetDevice(0));
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST_F(ModelRun, RefusesWrongArguments) {
  const DeviceTensor input(x_), output(24), small(20), two(24);
  aclDataBuffer* empty = aclCreateDataBuffer(nullptr, 24);
  aclDataBuffer* beyond = aclCreateDataBuffer(input.data(), 4096);
  aclmdlDataset *none = aclmdlCreateDataset(), *of_empty = aclmdlCreateDataset(), *of_beyond = aclmdlCreateDataset();
  EXPECT_OK(aclmdlAddDatasetBuffer(of_empty, empty));
  EXPECT_OK(aclmdlAddDatasetBuffer(of_beyond, beyond));
  EXPECT_OK(aclmdlAddDatasetBuffer(two.dataset(), output.buffer()));
  const auto refuse = [&](const aclmdlDataset* from, aclmdlDataset* to, aclError code, const char* part) {
    EXPECT_REFUSED(aclmdlExecute(model_, from, to), code, part);
  };
  refuse(nullptr, output.dataset(), ACL_ERROR_INVALID_PARAM, "NULL");
  refuse(input.dataset(), nullptr, ACL_ERROR_INVALID_PARAM, "NULL");
  refuse(none, output.dataset(), ACL_ERROR_MODEL_INPUT_NOT_MATCH, "1 inputs, the dataset 0");
  refuse(two.dataset(), output.dataset(), ACL_ERROR_MODEL_INPUT_NOT_MATCH, "1 inputs, the dataset 2");
  refuse(input.dataset(), none, ACL_ERROR_MODEL_OUTPUT_NOT_MATCH, "1 outputs, the dataset 0");
  refuse(small.dataset(), output.dataset(), ACL_ERROR_MODEL_INPUT_NOT_MATCH, "has 24 bytes, its buffer has 20");
  refuse(input.dataset(), small.dataset(), ACL_ERROR_MODEL_INPUT_NOT_MATCH, "20");
  refuse(of_empty, output.dataset(), ACL_ERROR_INVALID_PARAM, "input 0 (x): the memory is NULL");
  refuse(input.dataset(), of_empty, ACL_ERROR_INVALID_PARAM, "the memory is NULL");
  refuse(input.dataset(), of_beyond, ACL_ERROR_INVALID_PARAM, "has 24 bytes, not 4096");
  EXPECT_REFUSED(aclmdlExecute(999, input.dataset(), output.dataset()), ACL_ERROR_INVALID_MODEL_ID, "no model 999");
  EXPECT_REFUSED(aclmdlExecuteAsync(999, input.dataset(), output.dataset(), nullptr), ACL_ERROR_INVALID_MODEL_ID,
                 "no model 999");
  EXPECT_REFUSED(aclmdlExecuteAsync(model_, input.dataset(), output.dataset(), empty), ACL_ERROR_INVALID_PARAM,
                 "the stream is unknown");
  EXPECT_REFUSED(aclmdlExecuteV2(999, input.dataset(), output.dataset(), nullptr, nullptr), ACL_ERROR_INVALID_MODEL_ID,
                 "no model 999");
  EXPECT_REFUSED(aclmdlExecuteAsyncV2(999, input.dataset(), output.dataset(), nullptr, nullptr),
                 ACL_ERROR_INVALID_MODEL_ID, "no model 999");
  // The stream reports work that fails at its turn.
  EXPECT_OK(aclmdlExecuteAsync(model_, small.dataset(), output.dataset(), nullptr));
  EXPECT_REFUSED(aclrtSynchronizeStream(nullptr), ACL_ERROR_MODEL_INPUT_NOT_MATCH, "its buffer has 20");
  EXPECT_REFUSED(aclmdlExecuteV2(model_, small.dataset(), output.dataset(), nullptr, nullptr),
                 ACL_ERROR_MODEL_INPUT_NOT_MATCH, "its buffer has 20");
  // The model still runs.
  EXPECT_OK(aclmdlExecute(model_, input.dataset(), output.dataset()));
  ExpectExp(x_, output.values());
  for (aclmdlDataset* dataset : {none, of_empty, of_beyond}) EXPECT_OK(aclmdlDestroyDataset(dataset));
  EXPECT_OK(aclDestroyDataBuffer(empty));
  EXPECT_OK(aclDestroyDataBuffer(beyond));
}

class DynamicRun : public Acl {
 protected:
  void SetUp() override {
    const std::string& path = ExpReluFile(-1);
    Acl::SetUp();
    ASSERT_OK(aclmdlLoadFromFile(path.c_str(), &model_));
  }
  void TearDown() override {
    EXPECT_OK(aclmdlUnload(model_));
    Acl::TearDown();
  }
  static void SetRows(aclmdlDataset* dataset, int64_t rows, int64_t columns = 3, aclDataType type = ACL_FLOAT) {
    const int64_t dims[] = {rows, columns};
    aclTensorDesc* desc = aclCreateTensorDesc(type, 2, dims, ACL_FORMAT_ND);
    EXPECT_OK(aclmdlSetDatasetTensorDesc(dataset, desc, 0));
    aclDestroyTensorDesc(desc);
  }
  uint32_t model_ = 0;
};

TEST_F(DynamicRun, TheDatasetSaysTheShape) {
  aclmdlDesc* desc = aclmdlCreateDesc();
  ASSERT_OK(aclmdlGetDesc(desc, model_));
  aclmdlIODims dims = {};
  EXPECT_OK(aclmdlGetInputDims(desc, 0, &dims));
  EXPECT_EQ(dims.dims[0], -1);
  EXPECT_EQ(aclmdlGetInputSizeByIndex(desc, 0), 0U);
  aclmdlIODimsRange range = {};
  EXPECT_OK(aclmdlGetInputDimsRange(desc, 0, &range));
  EXPECT_EQ(range.range[0][1], -1);
  for (const int64_t rows : {1, 4, 2}) {
    const std::vector<float> x(static_cast<size_t>(rows) * 3, 0.25F);
    const DeviceTensor input(x), output(4 * 3 * sizeof(float));
    SetRows(input.dataset(), rows);
    EXPECT_OK(aclmdlExecute(model_, input.dataset(), output.dataset()));
    ExpectExp(x, output.values());
    EXPECT_OK(aclmdlGetCurOutputDims(desc, 0, &dims));
    EXPECT_EQ(dims.dims[0], rows);
    aclTensorDesc* result = aclmdlGetDatasetTensorDesc(output.dataset(), 0);
    ASSERT_NE(result, nullptr);
    EXPECT_EQ(aclGetTensorDescDim(result, 0), rows);
    EXPECT_EQ(aclGetTensorDescType(result), ACL_FLOAT);
  }
  EXPECT_OK(aclmdlDestroyDesc(desc));
}

TEST_F(DynamicRun, RefusesUnknownAndWrongShapes) {
  const DeviceTensor input(std::vector<float>(6, 1)), output(24), small(4);
  EXPECT_REFUSED(aclmdlExecute(model_, input.dataset(), output.dataset()), ACL_ERROR_INVALID_PARAM,
                 "aclmdlSetDatasetTensorDesc says it");
  SetRows(input.dataset(), -1);
  EXPECT_REFUSED(aclmdlExecute(model_, input.dataset(), output.dataset()), ACL_ERROR_INVALID_PARAM, "isn't known");
  SetRows(input.dataset(), 3);
  EXPECT_REFUSED(aclmdlExecute(model_, input.dataset(), output.dataset()), ACL_ERROR_MODEL_INPUT_NOT_MATCH,
                 "has 36 bytes, its buffer has 24");
  SetRows(input.dataset(), 1, 4);
  EXPECT_REFUSED(aclmdlExecute(model_, input.dataset(), output.dataset()), ACL_ERROR_MODEL_INPUT_NOT_MATCH, "E1004");
  SetRows(input.dataset(), 2, 3, ACL_INT32);
  EXPECT_REFUSED(aclmdlExecute(model_, input.dataset(), output.dataset()), ACL_ERROR_MODEL_INPUT_NOT_MATCH, "E1004");
  SetRows(input.dataset(), INT64_MAX / 2, 3);
  EXPECT_NE(aclmdlExecute(model_, input.dataset(), output.dataset()), ACL_SUCCESS);
  SetRows(input.dataset(), 2);
  EXPECT_REFUSED(aclmdlExecute(model_, input.dataset(), small.dataset()), ACL_ERROR_MODEL_INPUT_NOT_MATCH, "E1004");
  EXPECT_OK(aclmdlExecute(model_, input.dataset(), output.dataset()));
}

TEST_F(DynamicRun, TakesNoMemoryOfTheCallers) {
  void* work = nullptr;
  ASSERT_OK(aclrtMalloc(&work, 1 << 20, ACL_MEM_MALLOC_HUGE_FIRST));
  uint32_t id = 0;
  EXPECT_REFUSED(aclmdlLoadFromFileWithMem(ExpReluFile(-1).c_str(), &id, work, 1 << 20, nullptr, 0),
                 ACL_ERROR_INVALID_PARAM, "known only at a run");
  EXPECT_OK(aclrtFree(work));
}

}  // namespace
}  // namespace opdk::acl_tests
