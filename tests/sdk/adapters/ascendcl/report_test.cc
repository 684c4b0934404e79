// Functions of the host that a stream calls on the thread that is subscribed to it.
#include <vector>

#include "tests/sdk/adapters/ascendcl/held_stream.h"

namespace opdk::acl_tests {
namespace {

class Report : public Acl {
 protected:
  void SetUp() override {
    Acl::SetUp();
    ASSERT_OK(aclrtCreateStream(&stream_));
  }
  void TearDown() override {
    if (stream_ != nullptr) {
      EXPECT_OK(aclrtDestroyStream(stream_));
    }
    Acl::TearDown();
  }
  static uint64_t Self() { return static_cast<uint64_t>(pthread_self()); }

  aclrtStream stream_ = nullptr;
};

TEST_F(Report, IsCalledOnTheSubscribedThreadInOrder) {
  struct Call {
    std::vector<int>* order;
    int number;
    pthread_t thread;
  };
  std::vector<int> order;
  Call calls[2] = {{&order, 1, {}}, {&order, 2, {}}};
  EXPECT_OK(aclrtSubscribeReport(Self(), stream_));
  for (Call& call : calls) {
    const auto function = [](void* data) {
      auto* own = static_cast<Call*>(data);
      own->order->push_back(own->number);
      own->thread = pthread_self();
    };
    EXPECT_OK(aclrtLaunchCallback(function, &call, ACL_CALLBACK_BLOCK, stream_));
  }
  EXPECT_OK(aclrtProcessReport(-1));
  EXPECT_OK(aclrtProcessReport(60000));
  EXPECT_OK(aclrtSynchronizeStream(stream_));
  EXPECT_EQ(order, (std::vector<int>{1, 2}));
  EXPECT_TRUE(pthread_equal(calls[0].thread, pthread_self()));
  EXPECT_REFUSED(aclrtProcessReport(1), ACL_ERROR_WAIT_CALLBACK_TIMEOUT, "nothing was launched");
  EXPECT_OK(aclrtUnSubscribeReport(Self(), stream_));
}

TEST_F(Report, ACallbackThatDoesNotBlockLetsTheStreamGoOn) {
  EXPECT_OK(aclrtSubscribeHostFunc(Self(), stream_));
  bool called = false;
  EXPECT_OK(aclrtLaunchCallback([](void* data) { *static_cast<bool*>(data) = true; }, &called, ACL_CALLBACK_NO_BLOCK,
                                stream_));
  EXPECT_OK(aclrtSynchronizeStream(stream_));
  EXPECT_FALSE(called);
  EXPECT_OK(aclrtProcessHostFunc(-1));
  EXPECT_TRUE(called);
  EXPECT_OK(aclrtUnSubscribeHostFunc(Self(), stream_));
}

TEST_F(Report, SubscriptionsEndWithTheStream) {
  EXPECT_OK(aclrtSubscribeReport(Self(), stream_));
  EXPECT_OK(aclrtDestroyStream(stream_));
  EXPECT_REFUSED(aclrtProcessReport(1), ACL_ERROR_THREAD_NOT_SUBSCRIBE, "subscribed to no stream");
  EXPECT_REFUSED(aclrtUnSubscribeReport(Self(), stream_), ACL_ERROR_INVALID_PARAM, "destroyed before");
  // Streams may come to lie where it lay.
  for (int i = 0; i < 8; ++i) {
    EXPECT_OK(aclrtCreateStream(&stream_));
    EXPECT_OK(aclrtSubscribeReport(Self(), stream_));
    EXPECT_OK(aclrtDestroyStream(stream_));
  }
  stream_ = nullptr;
}

TEST_F(Report, AThreadThatUnsubscribesLetsGoOfABlockedStream) {
  EXPECT_OK(aclrtSubscribeReport(Self(), stream_));
  EXPECT_OK(
      aclrtLaunchCallback([](void*) { ADD_FAILURE() << "nobody processes it"; }, nullptr, ACL_CALLBACK_BLOCK, stream_));
  EXPECT_OK(aclrtUnSubscribeReport(Self(), stream_));
  const aclError code = aclrtSynchronizeStream(stream_);
  EXPECT_TRUE(code == ACL_SUCCESS || code == ACL_ERROR_THREAD_NOT_SUBSCRIBE) << code;
}

TEST_F(Report, TheEndDoesNotWaitForUnprocessedCallbacks) {
  aclrtStream other = nullptr;
  ASSERT_OK(aclrtCreateStream(&other));
  const auto nothing = [](void*) {};
  for (aclrtStream stream : {static_cast<aclrtStream>(nullptr), other}) {
    EXPECT_OK(aclrtSubscribeReport(Self(), stream));
    EXPECT_OK(aclrtLaunchCallback(nothing, nullptr, ACL_CALLBACK_BLOCK, stream));
  }
  EXPECT_OK(aclFinalize());
  EXPECT_OK(aclrtDestroyStream(other));
  EXPECT_OK(aclInit(nullptr));
}

TEST_F(Report, RefusesWrongArguments) {
  int foreign = 0;
  const auto nothing = [](void*) {};
  EXPECT_REFUSED(aclrtProcessReport(1), ACL_ERROR_THREAD_NOT_SUBSCRIBE, "subscribed to no stream");
  EXPECT_REFUSED(aclrtProcessHostFunc(1), ACL_ERROR_THREAD_NOT_SUBSCRIBE, "subscribed to no stream");
  EXPECT_REFUSED(aclrtProcessReport(0), ACL_ERROR_INVALID_PARAM, "-1 or milliseconds");
  EXPECT_REFUSED(aclrtProcessHostFunc(-2), ACL_ERROR_INVALID_PARAM, "-1 or milliseconds");
  EXPECT_REFUSED(aclrtLaunchCallback(nothing, nullptr, ACL_CALLBACK_BLOCK, stream_), ACL_ERROR_STREAM_NOT_SUBSCRIBE,
                 "no thread is subscribed");
  EXPECT_REFUSED(aclrtLaunchCallback(nullptr, nullptr, ACL_CALLBACK_BLOCK, stream_), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclrtLaunchCallback(nothing, nullptr, static_cast<aclrtCallbackBlockType>(5), stream_),
                 ACL_ERROR_INVALID_PARAM, "blocks the stream");
  EXPECT_REFUSED(aclrtLaunchCallback(nothing, nullptr, ACL_CALLBACK_BLOCK, &foreign), ACL_ERROR_INVALID_PARAM,
                 "nothing made it");
  EXPECT_REFUSED(aclrtSubscribeReport(Self(), &foreign), ACL_ERROR_INVALID_PARAM, "nothing made it");
  EXPECT_REFUSED(aclrtSubscribeHostFunc(Self(), &foreign), ACL_ERROR_INVALID_PARAM, "nothing made it");
  EXPECT_REFUSED(aclrtUnSubscribeReport(Self(), stream_), ACL_ERROR_STREAM_NOT_SUBSCRIBE, "isn't subscribed");
  EXPECT_REFUSED(aclrtUnSubscribeHostFunc(Self(), stream_), ACL_ERROR_STREAM_NOT_SUBSCRIBE, "isn't subscribed");
  EXPECT_OK(aclrtSubscribeReport(Self(), stream_));
  EXPECT_REFUSED(aclrtSubscribeReport(Self(), stream_), ACL_ERROR_REPEAT_SUBSCRIBE, "already");
  EXPECT_REFUSED(aclrtUnSubscribeReport(Self() + 1, stream_), ACL_ERROR_STREAM_NOT_SUBSCRIBE, "isn't subscribed");
}

}  // namespace
}  // namespace opdk::acl_tests
