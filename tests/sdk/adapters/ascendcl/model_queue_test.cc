// Models that queues feed.
#include <array>

#include "tests/sdk/adapters/ascendcl/offline_models.h"
#include "tests/sdk/adapters/ascendcl/tdt_fixture.h"

namespace opdk::acl_tests {
namespace {

class ModelQueue : public Acl {
 protected:
  void SetUp() override {
    path_ = ExpReluFile(2);
    dynamic_path_ = ExpReluFile(-1);
    Acl::SetUp();
    from_ = NewQueue("from", 2);
    to_ = NewQueue("to", 2);
  }
  void TearDown() override {
    EXPECT_OK(acltdtDestroyQueue(from_));
    EXPECT_OK(acltdtDestroyQueue(to_));
    Acl::TearDown();
  }
  void ExpectARun(float first) {
    const std::vector<float> x = {first, 1, 2, 0, 0.5F, -1};
    const int mark = static_cast<int>(first) + 7;
    EXPECT_OK(acltdtEnqueueData(from_, x.data(), 24, &mark, sizeof mark, -1, 0));
    std::vector<float> y(6);
    size_t bytes = 0;
    int taken = 0;
    EXPECT_OK(acltdtDequeueData(to_, y.data(), 24, &bytes, &taken, sizeof taken, -1));
    EXPECT_EQ(bytes, 24U);
    EXPECT_EQ(taken, mark);
    ExpectExp(x, y);
  }

  std::string path_, dynamic_path_;
  uint32_t from_ = 0, to_ = 0, model_ = 0;
};

TEST_F(ModelQueue, EachElementRunsTheModel) {
  ASSERT_OK(aclmdlLoadFromFileWithQ(path_.c_str(), &model_, &from_, 1, &to_, 1));
  for (int i = 0; i < 20; ++i) ExpectARun(static_cast<float>(i % 5));
  EXPECT_OK(aclmdlUnload(model_));
}

TEST_F(ModelQueue, FromMemoryAndByOptions) {
  const std::string bytes = BytesOfFile(path_);
  ASSERT_OK(aclmdlLoadFromMemWithQ(bytes.data(), bytes.size(), &model_, &from_, 1, &to_, 1));
  ExpectARun(1);
  EXPECT_OK(aclmdlUnload(model_));
  for (const size_t type : {ACL_MDL_LOAD_FROM_FILE_WITH_Q, ACL_MDL_LOAD_FROM_MEM_WITH_Q}) {
    aclmdlConfigHandle* config = aclmdlCreateConfigHandle();
    const char* path = path_.c_str();
    const void* memory = bytes.data();
    const uint32_t *from = &from_, *to = &to_;
    const size_t one = 1, size = bytes.size();
    EXPECT_OK(aclmdlSetConfigOpt(config, ACL_MDL_LOAD_TYPE_SIZET, &type, sizeof type));
    EXPECT_OK(aclmdlSetConfigOpt(config, ACL_MDL_PATH_PTR, &path, sizeof path));
    EXPECT_OK(aclmdlSetConfigOpt(config, ACL_MDL_MEM_ADDR_PTR, &memory, sizeof memory));
    EXPECT_OK(aclmdlSetConfigOpt(config, ACL_MDL_MEM_SIZET, &size, sizeof size));
    EXPECT_OK(aclmdlSetConfigOpt(config, ACL_MDL_INPUTQ_NUM_SIZET, &one, sizeof one));
    EXPECT_OK(aclmdlSetConfigOpt(config, ACL_MDL_INPUTQ_ADDR_PTR, &from, sizeof from));
    EXPECT_OK(aclmdlSetConfigOpt(config, ACL_MDL_OUTPUTQ_NUM_SIZET, &one, sizeof one));
    EXPECT_OK(aclmdlSetConfigOpt(config, ACL_MDL_OUTPUTQ_ADDR_PTR, &to, sizeof to));
    ASSERT_OK(aclmdlLoadWithConfig(config, &model_));
    ExpectARun(2);
    EXPECT_OK(aclmdlUnload(model_));
    EXPECT_OK(aclmdlDestroyConfigHandle(config));
  }
}

TEST_F(ModelQueue, AnElementThatDoesNotFitGivesNoBytesAndTheNextElementRuns) {
  ASSERT_OK(aclmdlLoadFromFileWithQ(path_.c_str(), &model_, &from_, 1, &to_, 1));
  ::testing::internal::CaptureStderr();
  EXPECT_OK(Send(from_, 1));
  std::array<float, 6> y{};
  size_t bytes = 1;
  EXPECT_OK(acltdtDequeueData(to_, y.data(), 24, &bytes, nullptr, 0, -1));
  EXPECT_EQ(bytes, 0U);
  ExpectARun(1);
  EXPECT_THAT(::testing::internal::GetCapturedStderr(), ::testing::HasSubstr("has 24 bytes, the element 4"));
  EXPECT_REFUSED(aclmdlUnload(model_), ACL_ERROR_MODEL_INPUT_NOT_MATCH, "input 0 (x) has 24 bytes, the element 4");
}

TEST_F(ModelQueue, EndsWhileItWaitsForRoom) {
  ASSERT_OK(aclmdlLoadFromFileWithQ(path_.c_str(), &model_, &from_, 1, &to_, 1));
  const std::array<float, 6> x{};
  for (int i = 0; i < 5; ++i) {
    EXPECT_OK(acltdtEnqueueData(from_, x.data(), 24, nullptr, 0, -1, 0));
  }
  EXPECT_OK(aclmdlUnload(model_));
}

TEST_F(ModelQueue, RefusesWrongQueues) {
  const uint32_t none = kNoQueue;
  EXPECT_REFUSED(aclmdlLoadFromFileWithQ(path_.c_str(), &model_, &from_, 2, &to_, 1), ACL_ERROR_INVALID_PARAM,
                 "has 1 inputs, 2 queues");
  EXPECT_REFUSED(aclmdlLoadFromFileWithQ(path_.c_str(), &model_, &from_, 1, &to_, 0), ACL_ERROR_INVALID_PARAM,
                 "has 1 outputs, 0 queues");
  EXPECT_REFUSED(aclmdlLoadFromFileWithQ(path_.c_str(), &model_, nullptr, 1, &to_, 1), ACL_ERROR_INVALID_PARAM,
                 "list of queues is NULL");
  EXPECT_REFUSED(aclmdlLoadFromFileWithQ(path_.c_str(), &model_, &from_, 1, &none, 1), ACL_ERROR_INVALID_QUEUE_ID,
                 "no queue 4294967295");
  EXPECT_REFUSED(aclmdlLoadFromFileWithQ(dynamic_path_.c_str(), &model_, &from_, 1, &to_, 1), ACL_ERROR_INVALID_PARAM,
                 "isn't known before a run");
  EXPECT_REFUSED(aclmdlLoadFromFileWithQ(nullptr, &model_, &from_, 1, &to_, 1), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclmdlLoadFromMemWithQ(nullptr, 0, &model_, &from_, 1, &to_, 1), ACL_ERROR_INVALID_PARAM, "NULL");
}

}  // namespace
}  // namespace opdk::acl_tests
