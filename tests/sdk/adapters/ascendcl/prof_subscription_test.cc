// Times of a model's tasks through a pipe.
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <string>
#include <vector>

#include "acl/acl_prof.h"
#include "tests/sdk/adapters/ascendcl/offline_models.h"

namespace opdk::acl_tests {
namespace {

class ProfSubscription : public AclModel {
 protected:
  void SetUp() override {
    AclModel::SetUp();
    ASSERT_EQ(pipe(pipe_.data()), 0);
    config_ = aclprofCreateSubscribeConfig(1, ACL_AICORE_NONE, &pipe_[1]);
    ASSERT_NE(config_, nullptr);
  }
  void TearDown() override {
    EXPECT_OK(aclprofDestroySubscribeConfig(config_));
    for (const int end : pipe_) close(end);
    AclModel::TearDown();
  }
  void Run() const {
    const DeviceTensor input(std::vector<float>(6, 1)), output(24);
    EXPECT_OK(aclmdlExecute(model_, input.dataset(), output.dataset()));
  }
  // Returns the contents of the pipe.
  std::string Read() {
    close(pipe_[1]);
    std::string all;
    char bytes[4096];
    for (ssize_t got = 0; (got = read(pipe_[0], bytes, sizeof bytes)) > 0;) all.append(bytes, static_cast<size_t>(got));
    return all;
  }
  std::array<int, 2> pipe_ = {-1, -1};
  aclprofSubscribeConfig* config_ = nullptr;
};

TEST_F(ProfSubscription, TellsOfEachTaskOfEachRun) {
  EXPECT_OK(aclprofModelSubscribe(model_, config_));
  Run();
  Run();
  EXPECT_OK(aclprofModelUnSubscribe(model_));
  Run();
  const std::string data = Read();
  uint32_t count = 0;
  ASSERT_OK(aclprofGetOpNum(data.data(), data.size(), &count));
  ASSERT_GE(count, 2U);
  ASSERT_EQ(count % 2, 0U);
  uint64_t before = 0;
  for (uint32_t i = 0; i < count; ++i) {
    size_t type_length = 0, name_length = 0;
    ASSERT_OK(aclprofGetOpTypeLen(data.data(), data.size(), i, &type_length));
    ASSERT_OK(aclprofGetOpNameLen(data.data(), data.size(), i, &name_length));
    std::vector<char> type(type_length), name(name_length);
    EXPECT_OK(aclprofGetOpType(data.data(), data.size(), i, type.data(), type_length));
    EXPECT_OK(aclprofGetOpName(data.data(), data.size(), i, name.data(), name_length));
    EXPECT_EQ(std::string(name.data()).size() + 1, name_length);
    EXPECT_GT(type_length, 1U);
    const uint64_t start = aclprofGetOpStart(data.data(), data.size(), i);
    const uint64_t end = aclprofGetOpEnd(data.data(), data.size(), i);
    EXPECT_GE(start, before);
    EXPECT_GE(end, start);
    EXPECT_EQ(aclprofGetOpDuration(data.data(), data.size(), i), end - start);
    before = end;
    EXPECT_EQ(aclprofGetModelId(data.data(), data.size(), i), model_);
    EXPECT_EQ(aclprofGetOpFlag(data.data(), data.size(), i), ACL_SUBSCRIBE_OP);
    EXPECT_EQ(aclprofGetOpAttriValue(data.data(), data.size(), i, ACL_SUBSCRIBE_ATTRI_THREADID),
              std::to_string(gettid()));
  }
}

TEST_F(ProfSubscription, GoesOnWithoutAReader) {
  EXPECT_OK(aclprofModelSubscribe(model_, config_));
  close(pipe_[0]);
  Run();
  ::testing::internal::CaptureStderr();
  Run();
  EXPECT_OK(aclprofModelUnSubscribe(model_));
  EXPECT_THAT(::testing::internal::GetCapturedStderr(), ::testing::AnyOf("", ::testing::HasSubstr("dropped")));
  ASSERT_EQ(pipe(pipe_.data()), 0);
}

TEST_F(ProfSubscription, EndsWithTheModel) {
  EXPECT_OK(aclprofModelSubscribe(model_, config_));
  EXPECT_OK(aclmdlUnload(model_));
  EXPECT_REFUSED(aclprofModelUnSubscribe(model_), ACL_ERROR_INVALID_MODEL_ID, "no model");
  model_ = 0;
  EXPECT_EQ(Read(), "");
}

TEST_F(ProfSubscription, RefusesASecondSubscriptionAndOneBesideFiles) {
  EXPECT_REFUSED(aclprofModelUnSubscribe(model_), ACL_ERROR_INVALID_MODEL_ID, "has no subscription");
  EXPECT_OK(aclprofModelSubscribe(model_, config_));
  EXPECT_REFUSED(aclprofModelSubscribe(model_, config_), ACL_ERROR_PROF_REPEAT_SUBSCRIBE, "has a subscription already");
  EXPECT_REFUSED(aclprofInit("/tmp", 4), ACL_ERROR_PROF_API_CONFLICT, "a model has a subscription");
  EXPECT_OK(aclprofModelUnSubscribe(model_));
  const std::string directory = ::testing::TempDir();
  uint32_t device = 0;
  aclprofConfig* config = aclprofCreateConfig(&device, 1, ACL_AICORE_NONE, nullptr, ACL_PROF_TASK_TIME);
  EXPECT_OK(aclprofInit(directory.c_str(), directory.size()));
  EXPECT_OK(aclprofStart(config));
  EXPECT_REFUSED(aclprofModelSubscribe(model_, config_), ACL_ERROR_PROF_API_CONFLICT, "files");
  EXPECT_OK(aclprofFinalize());
  EXPECT_OK(aclprofDestroyConfig(config));
}

TEST_F(ProfSubscription, RefusesWrongArguments) {
  const int closed = 1000;
  EXPECT_EQ(aclprofCreateSubscribeConfig(1, ACL_AICORE_NONE, nullptr), nullptr);
  EXPECT_ERROR("NULL");
  int file = closed;
  EXPECT_EQ(aclprofCreateSubscribeConfig(1, ACL_AICORE_NONE, &file), nullptr);
  EXPECT_ERROR("no file is open");
  EXPECT_EQ(aclprofCreateSubscribeConfig(0, ACL_AICORE_NONE, &pipe_[1]), nullptr);
  EXPECT_ERROR("the switch is 1");
  EXPECT_REFUSED(aclprofModelSubscribe(999, config_), ACL_ERROR_INVALID_MODEL_ID, "no model 999");
  EXPECT_REFUSED(aclprofModelSubscribe(model_, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclprofModelUnSubscribe(999), ACL_ERROR_INVALID_MODEL_ID, "no model 999");
  EXPECT_REFUSED(aclprofDestroySubscribeConfig(nullptr), ACL_ERROR_INVALID_PARAM, "NULL");

  size_t size = 0;
  uint32_t count = 0;
  EXPECT_OK(aclprofGetOpDescSize(&size));
  const std::string zeros(size, '\0');
  const void* data = zeros.data();
  char text[8];
  EXPECT_REFUSED(aclprofGetOpDescSize(nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclprofGetOpNum(data, size - 1, &count), ACL_ERROR_INVALID_PARAM, "each task has");
  EXPECT_REFUSED(aclprofGetOpNum(nullptr, size, &count), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclprofGetOpTypeLen(data, size, 0, &size), ACL_ERROR_INVALID_PARAM, "didn't come from a subscription");
  EXPECT_REFUSED(aclprofGetOpNameLen(data, size, 1, &size), ACL_ERROR_INVALID_PARAM, "no task 1");
  EXPECT_REFUSED(aclprofGetOpNameLen(data, size, 0, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclprofGetOpType(nullptr, size, 0, text, sizeof text), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclprofGetOpName(data, size, 0, nullptr, 1), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_EQ(aclprofGetOpStart(nullptr, size, 0) + aclprofGetOpEnd(data, size, 0) + aclprofGetOpDuration(data, 0, 0),
            0U);
  EXPECT_EQ(aclprofGetModelId(data, size, 3), 0U);
  EXPECT_EQ(aclprofGetOpFlag(data, size, 0), ACL_SUBSCRIBE_NONE);
  EXPECT_EQ(aclprofGetOpAttriValue(data, size, 0, ACL_SUBSCRIBE_ATTRI_THREADID), nullptr);
}

TEST_F(ProfSubscription, RefusesBuffersThatAreTooSmallForAText) {
  EXPECT_OK(aclprofModelSubscribe(model_, config_));
  Run();
  EXPECT_OK(aclprofModelUnSubscribe(model_));
  const std::string data = Read();
  char text[1];
  EXPECT_REFUSED(aclprofGetOpType(data.data(), data.size(), 0, text, 1), ACL_ERROR_INVALID_PARAM, "place for 1");
  EXPECT_REFUSED(aclprofGetOpName(data.data(), data.size(), 0, text, 1), ACL_ERROR_INVALID_PARAM, "place for 1");
  EXPECT_EQ(aclprofGetOpAttriValue(data.data(), data.size(), 0, ACL_SUBSCRIBE_ATTRI_NONE), nullptr);
  EXPECT_ERROR("no such attribute of a task: attri is 1");
}

}  // namespace
}  // namespace opdk::acl_tests
