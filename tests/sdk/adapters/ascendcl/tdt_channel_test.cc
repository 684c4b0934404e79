// Channels of tensors: to a program that receives, and to a model's GetNext.
#include <array>
#include <thread>

#include "acl/acl_tdt.h"
#include "tests/sdk/adapters/ascendcl/offline_models.h"

namespace opdk::acl_tests {
namespace {

class TdtChannel : public Acl {
 protected:
  void SetUp() override {
    Acl::SetUp();
    received_ = acltdtCreateDataset();
  }
  void TearDown() override {
    EXPECT_OK(acltdtDestroyDataset(received_));
    Acl::TearDown();
  }
  // Sends a dataset of one tensor, which is then destroyed.
  aclError SendRow(acltdtChannelHandle* channel, std::array<float, 3> row, int32_t timeout) {
    const int64_t dims[2] = {1, 3};
    acltdtDataItem* item = acltdtCreateDataItem(ACL_TENSOR_DATA_TENSOR, dims, 2, ACL_FLOAT, row.data(), 12);
    const aclError code = SendItem(channel, item, timeout);
    EXPECT_OK(acltdtDestroyDataItem(item));
    return code;
  }
  aclError SendItem(acltdtChannelHandle* channel, acltdtDataItem* item, int32_t timeout) {
    acltdtDataset* dataset = acltdtCreateDataset();
    EXPECT_OK(acltdtAddDataItem(dataset, item));
    const aclError code = acltdtSendTensor(channel, dataset, timeout);
    const std::string why = LastError();
    EXPECT_OK(acltdtDestroyDataset(dataset));
    if (code != ACL_SUCCESS) why_ = why;
    return code;
  }
  aclError SendMark(acltdtChannelHandle* channel, acltdtTensorType kind) {
    acltdtDataItem* item = acltdtCreateDataItem(kind, nullptr, 0, ACL_DT_UNDEFINED, nullptr, 0);
    const aclError code = SendItem(channel, item, 0);
    EXPECT_OK(acltdtDestroyDataItem(item));
    return code;
  }

  acltdtDataset* received_ = nullptr;
  std::string why_;
};

TEST_F(TdtChannel, PassesOnCopiesOfTensors) {
  acltdtChannelHandle* to = acltdtCreateChannel(0, "copies");
  acltdtChannelHandle* from = acltdtCreateChannel(0, "copies");
  EXPECT_OK(SendRow(to, {1, 2, 3}, 0));
  EXPECT_OK(SendRow(to, {4, 5, 6}, 0));
  size_t count = 0;
  EXPECT_OK(acltdtQueryChannelSize(from, &count));
  EXPECT_EQ(count, 2U);
  for (const float first : {1.0F, 4.0F}) {
    EXPECT_OK(acltdtReceiveTensor(from, received_, -1));
    ASSERT_EQ(acltdtGetDatasetSize(received_), 1U);
    EXPECT_STREQ(acltdtGetDatasetName(received_), "copies");
    const acltdtDataItem* item = acltdtGetDataItem(received_, 0);
    EXPECT_EQ(acltdtGetTensorTypeFromItem(item), ACL_TENSOR_DATA_TENSOR);
    EXPECT_EQ(acltdtGetDataTypeFromItem(item), ACL_FLOAT);
    EXPECT_EQ(acltdtGetDataSizeFromItem(item), 12U);
    ASSERT_EQ(acltdtGetDimNumFromItem(item), 2U);
    int64_t dims[2] = {0, 0};
    EXPECT_OK(acltdtGetDimsFromItem(item, dims, 2));
    EXPECT_EQ(dims[1], 3);
    EXPECT_EQ(static_cast<const float*>(acltdtGetDataAddrFromItem(item))[0], first);
    size_t slices = 9, slice = 9;
    EXPECT_OK(acltdtGetSliceInfoFromItem(item, &slices, &slice));
    EXPECT_EQ(slices + slice, 0U);
  }
  EXPECT_REFUSED(acltdtReceiveTensor(from, received_, 1), ACL_ERROR_RT_QUEUE_EMPTY, "still empty after 1 ms");
  EXPECT_OK(acltdtDestroyChannel(to));
  EXPECT_OK(acltdtDestroyChannel(from));
}

TEST_F(TdtChannel, IsBoundedAndCleaned) {
  acltdtChannelHandle* channel = acltdtCreateChannelWithCapacity(0, "bounded", 1);
  EXPECT_OK(SendRow(channel, {1, 2, 3}, 0));
  EXPECT_EQ(SendRow(channel, {1, 2, 3}, 0), ACL_ERROR_RT_QUEUE_FULL);
  EXPECT_THAT(why_, ::testing::HasSubstr("channel bounded is still full after 0 ms"));
  EXPECT_OK(acltdtCleanChannel(channel));
  EXPECT_OK(SendRow(channel, {1, 2, 3}, 0));
  EXPECT_OK(acltdtDestroyChannel(channel));
}

TEST_F(TdtChannel, EndsSequencesAndGoesOn) {
  acltdtChannelHandle* channel = acltdtCreateChannel(0, "sequences");
  EXPECT_OK(SendRow(channel, {1, 2, 3}, 0));
  EXPECT_OK(SendMark(channel, ACL_TENSOR_DATA_END_OF_SEQUENCE));
  EXPECT_OK(SendRow(channel, {4, 5, 6}, 0));
  for (const acltdtTensorType kind :
       {ACL_TENSOR_DATA_TENSOR, ACL_TENSOR_DATA_END_OF_SEQUENCE, ACL_TENSOR_DATA_TENSOR}) {
    EXPECT_OK(acltdtReceiveTensor(channel, received_, 0));
    EXPECT_EQ(acltdtGetTensorTypeFromItem(acltdtGetDataItem(received_, 0)), kind);
  }
  EXPECT_OK(acltdtDestroyChannel(channel));
}

TEST_F(TdtChannel, StopEndsTheWaitingCalls) {
  acltdtChannelHandle* channel = acltdtCreateChannel(0, "stopped");
  std::thread receiver([=] {
    acltdtDataset* dataset = acltdtCreateDataset();
    EXPECT_REFUSED(acltdtReceiveTensor(channel, dataset, -1), ACL_ERROR_FAILURE, "channel stopped was stopped");
    EXPECT_OK(acltdtDestroyDataset(dataset));
  });
  EXPECT_OK(acltdtStopChannel(channel));
  receiver.join();
  EXPECT_EQ(SendRow(channel, {1, 2, 3}, -1), ACL_ERROR_FAILURE);
  EXPECT_OK(acltdtDestroyChannel(channel));
  // A new channel of the same name works.
  channel = acltdtCreateChannel(0, "stopped");
  EXPECT_OK(SendRow(channel, {1, 2, 3}, 0));
  EXPECT_OK(SendMark(channel, ACL_TENSOR_DATA_ABNORMAL));
  EXPECT_OK(acltdtReceiveTensor(channel, received_, 0));
  EXPECT_REFUSED(acltdtReceiveTensor(channel, received_, 0), ACL_ERROR_FAILURE, "stopped");
  EXPECT_OK(acltdtDestroyChannel(channel));
}

TEST_F(TdtChannel, TheEndOfAllStopsIt) {
  acltdtChannelHandle* channel = acltdtCreateChannel(0, "left");
  acltdtDataset* dataset = acltdtCreateDataset();
  std::thread receiver([=] { EXPECT_EQ(acltdtReceiveTensor(channel, dataset, -1), ACL_ERROR_FAILURE); });
  ::testing::internal::CaptureStderr();
  EXPECT_OK(aclFinalize());
  EXPECT_THAT(::testing::internal::GetCapturedStderr(), ::testing::HasSubstr("1 of these are left: channels"));
  receiver.join();
  EXPECT_OK(aclInit(nullptr));
  EXPECT_OK(acltdtDestroyDataset(dataset));
  EXPECT_OK(acltdtDestroyChannel(channel));
}

// Makes the file of y = Relu(next of the channel), float[1, 3].
std::string GetNextFile() {
  UseBuiltinOperatorsAlone();
  EXPECT_EQ(ge::aclgrphBuildInitialize(std::map<std::string, std::string>{{"ge.socVersion", "native"}}),
            ge::GRAPH_SUCCESS);
  ge::Operator next = ge::OperatorFactory::CreateOperator("next", "GetNext");
  next.SetAttr("channel_name", "images");
  next.SetAttr("output_types", std::vector<ge::DataType>{ge::DT_FLOAT});
  next.SetAttr("output_shapes", std::vector<std::vector<int64_t>>{{1, 3}});
  DescOf(next).outputs.push_back({"y0", 0, ge::TensorDesc(ge::Shape({1, 3}), ge::FORMAT_ND, ge::DT_FLOAT)});
  ge::Operator relu = ge::OperatorFactory::CreateOperator("relu", "Relu");
  relu.SetInput("x", next);
  ge::Graph graph("next_relu");
  graph.SetInputs({next}).SetOutputs(std::vector<ge::Operator>{relu});
  ge::ModelBufferData model;
  EXPECT_EQ(ge::aclgrphBuildModel(graph, std::map<std::string, std::string>{}, model), ge::GRAPH_SUCCESS)
      << ge::GEGetErrorMsg();
  std::string path = ::testing::TempDir() + "acl_get_next_" + std::to_string(getpid()) + ".om";
  EXPECT_EQ(ge::aclgrphSaveModel(path, model), ge::GRAPH_SUCCESS) << ge::GEGetErrorMsg();
  ge::aclgrphBuildFinalize();
  return path;
}

TEST_F(TdtChannel, FeedsAModelsGetNext) {
  Acl::TearDown();
  const std::string path = GetNextFile();
  Acl::SetUp();
  acltdtChannelHandle* channel = acltdtCreateChannel(0, "images");
  uint32_t model = 0;
  ASSERT_OK(aclmdlLoadFromFile(path.c_str(), &model));
  const DeviceTensor y(12);
  aclmdlDataset* none = aclmdlCreateDataset();
  for (const float value : {1.0F, -1.0F}) {
    EXPECT_OK(SendRow(channel, {value, 2, -3}, 0));
    EXPECT_OK(aclmdlExecute(model, none, y.dataset()));
    EXPECT_EQ(y.values(), (std::vector<float>{std::max(value, 0.0F), 2, 0}));
  }
  EXPECT_OK(SendMark(channel, ACL_TENSOR_DATA_END_OF_SEQUENCE));
  EXPECT_REFUSED(aclmdlExecute(model, none, y.dataset()), ACL_ERROR_MODEL_INPUT_NOT_MATCH,
                 "a sequence of channel images has ended");
  EXPECT_OK(aclmdlDestroyDataset(none));
  EXPECT_OK(aclmdlUnload(model));
  EXPECT_OK(acltdtDestroyChannel(channel));
  std::filesystem::remove(path);
}

TEST_F(TdtChannel, RefusesItemsOfWrongSizes) {
  float data[6] = {};
  const int64_t dims[2] = {2, 3}, negative[1] = {-1};
  const auto make = [&](acltdtTensorType kind, const int64_t* extents, size_t count, aclDataType type, void* bytes,
                        size_t size) { return acltdtCreateDataItem(kind, extents, count, type, bytes, size); };
  EXPECT_EQ(make(ACL_TENSOR_DATA_TENSOR, dims, 2, ACL_FLOAT, data, 23), nullptr);
  EXPECT_ERROR("has 24 bytes, its data 23");
  EXPECT_EQ(make(ACL_TENSOR_DATA_TENSOR, nullptr, 2, ACL_FLOAT, data, 24), nullptr);
  EXPECT_ERROR("NULL");
  EXPECT_EQ(make(ACL_TENSOR_DATA_TENSOR, dims, 2, ACL_FLOAT, nullptr, 24), nullptr);
  EXPECT_ERROR("NULL");
  EXPECT_EQ(make(ACL_TENSOR_DATA_TENSOR, negative, 1, ACL_FLOAT, data, 4), nullptr);
  EXPECT_ERROR("negative");
  EXPECT_EQ(make(ACL_TENSOR_DATA_TENSOR, dims, 129, ACL_FLOAT, data, 4), nullptr);
  EXPECT_ERROR("so many dimensions");
  EXPECT_EQ(make(ACL_TENSOR_DATA_TENSOR, dims, 2, ACL_STRING, data, 24), nullptr);
  EXPECT_ERROR("no strings");
  EXPECT_EQ(make(ACL_TENSOR_DATA_SLICE_TENSOR, dims, 2, ACL_FLOAT, data, 24), nullptr);
  EXPECT_ERROR("not in slices");
  EXPECT_EQ(make(static_cast<acltdtTensorType>(9), dims, 2, ACL_FLOAT, data, 24), nullptr);
  EXPECT_ERROR("no such kind of item: tdtType is 9");
}

TEST_F(TdtChannel, RefusesWrongArguments) {
  acltdtChannelHandle* channel = acltdtCreateChannel(0, "wrong");
  float data = 1;
  acltdtDataItem* item = acltdtCreateDataItem(ACL_TENSOR_DATA_TENSOR, nullptr, 0, ACL_FLOAT, &data, 4);
  ASSERT_NE(item, nullptr) << LastError();
  acltdtDataItem* end = acltdtCreateDataItem(ACL_TENSOR_DATA_END_OF_SEQUENCE, nullptr, 0, ACL_FLOAT, nullptr, 0);
  acltdtDataset* dataset = acltdtCreateDataset();
  EXPECT_EQ(acltdtCreateChannel(1, "wrong"), nullptr);
  EXPECT_ERROR("no device 1");
  EXPECT_EQ(acltdtCreateChannel(0, nullptr), nullptr);
  EXPECT_ERROR("NULL");
  EXPECT_EQ(acltdtCreateChannel(0, ""), nullptr);
  EXPECT_ERROR("needs a name");
  EXPECT_EQ(acltdtCreateChannelWithCapacity(0, "none", 0), nullptr);
  EXPECT_ERROR("no element");

  EXPECT_REFUSED(acltdtSendTensor(channel, dataset, 0), ACL_ERROR_INVALID_PARAM, "no items");
  EXPECT_OK(acltdtAddDataItem(dataset, item));
  EXPECT_REFUSED(acltdtSendTensor(channel, dataset, -2), ACL_ERROR_INVALID_PARAM, "a time");
  EXPECT_REFUSED(acltdtSendTensor(channel, nullptr, 0), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(acltdtReceiveTensor(channel, dataset, 0), ACL_ERROR_INVALID_PARAM, "items of the caller's");
  EXPECT_REFUSED(acltdtReceiveTensor(nullptr, dataset, 0), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_OK(acltdtAddDataItem(dataset, end));
  EXPECT_REFUSED(acltdtSendTensor(channel, dataset, 0), ACL_ERROR_INVALID_PARAM, "item 1 is no tensor");
  EXPECT_REFUSED(acltdtAddDataItem(dataset, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_EQ(acltdtGetDataItem(dataset, 2), nullptr);
  EXPECT_ERROR("no item 2");
  EXPECT_EQ(acltdtGetDatasetSize(nullptr), 0U);
  EXPECT_EQ(acltdtGetDatasetName(nullptr), nullptr);

  size_t count = 0;
  int64_t extent = 0;
  EXPECT_REFUSED(acltdtGetSliceInfoFromItem(item, nullptr, &count), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_OK(acltdtGetDimsFromItem(item, nullptr, 0));
  EXPECT_REFUSED(acltdtGetDimsFromItem(nullptr, &extent, 1), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_EQ(acltdtGetTensorTypeFromItem(nullptr), ACL_TENSOR_DATA_UNDEFINED);
  EXPECT_EQ(acltdtGetDataTypeFromItem(nullptr), ACL_DT_UNDEFINED);
  EXPECT_EQ(acltdtGetDataAddrFromItem(nullptr), nullptr);
  EXPECT_EQ(acltdtGetDataSizeFromItem(nullptr) + acltdtGetDimNumFromItem(nullptr), 0U);
  EXPECT_REFUSED(acltdtQueryChannelSize(channel, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");

  EXPECT_OK(SendItem(channel, item, 0));
  EXPECT_OK(acltdtReceiveTensor(channel, received_, 0));
  acltdtDataItem* received = acltdtGetDataItem(received_, 0);
  EXPECT_REFUSED(acltdtDestroyDataItem(received), ACL_ERROR_INVALID_PARAM, "is destroyed with its dataset");
  EXPECT_REFUSED(acltdtAddDataItem(received_, item), ACL_ERROR_INVALID_PARAM, "takes no more items");

  EXPECT_OK(acltdtDestroyDataset(dataset));
  EXPECT_REFUSED(acltdtDestroyDataset(dataset), ACL_ERROR_INVALID_PARAM, "destroyed before");
  EXPECT_OK(acltdtDestroyDataItem(end));
  EXPECT_OK(acltdtDestroyDataItem(item));
  EXPECT_REFUSED(acltdtDestroyDataItem(item), ACL_ERROR_INVALID_PARAM, "destroyed before");
  EXPECT_OK(acltdtDestroyChannel(channel));
  EXPECT_REFUSED(acltdtDestroyChannel(channel), ACL_ERROR_INVALID_PARAM, "destroyed before");
  EXPECT_REFUSED(acltdtStopChannel(channel), ACL_ERROR_INVALID_PARAM, "destroyed before");
  EXPECT_REFUSED(acltdtCleanChannel(channel), ACL_ERROR_INVALID_PARAM, "destroyed before");
}

}  // namespace
}  // namespace opdk::acl_tests
