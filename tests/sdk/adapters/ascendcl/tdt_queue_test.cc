// Queues between threads.
#include <unistd.h>

#include <thread>
#include <vector>

#include "tests/sdk/adapters/ascendcl/tdt_fixture.h"

namespace opdk::acl_tests {
namespace {

using TdtQueue = Acl;

TEST_F(TdtQueue, GivesElementsInTheirOrderAndIsBounded) {
  const uint32_t queue = NewQueue("order", 3);
  for (int i = 0; i < 3; ++i) {
    EXPECT_OK(Send(queue, i, 0));
  }
  EXPECT_REFUSED(Send(queue, 3, 0), ACL_ERROR_RT_QUEUE_FULL, "'order' (3 elements deep) is still full");
  EXPECT_REFUSED(Send(queue, 3, 1), ACL_ERROR_RT_QUEUE_FULL, "after 1 ms");
  int value = -1;
  for (int i = 0; i < 3; ++i) {
    EXPECT_OK(Receive(queue, value, 0));
    EXPECT_EQ(value, i);
  }
  EXPECT_REFUSED(Receive(queue, value, 0), ACL_ERROR_RT_QUEUE_EMPTY, "still empty");
  EXPECT_OK(acltdtDestroyQueue(queue));
}

TEST_F(TdtQueue, ThreadsWaitForRoomAndForElements) {
  constexpr int kCount = 500;
  const uint32_t queue = NewQueue("threads", 2);
  std::vector<std::thread> senders;
  for (int sender = 0; sender < 2; ++sender) {
    senders.emplace_back([=] {
      for (int i = 0; i < kCount; ++i) {
        EXPECT_OK(Send(queue, sender * kCount + i));
      }
    });
  }
  std::vector<int> last(2, -1);
  for (int i = 0; i < 2 * kCount; ++i) {
    int value = 0;
    ASSERT_OK(Receive(queue, value));
    int& before = last[static_cast<size_t>(value / kCount)];
    EXPECT_EQ(value % kCount, before + 1);
    before = value % kCount;
  }
  for (std::thread& sender : senders) sender.join();
  EXPECT_OK(acltdtDestroyQueue(queue));
}

TEST_F(TdtQueue, BuffersChangeHandsWithTheirChains) {
  const uint32_t queue = NewQueue("buffers", 1);
  acltdtBuf head = nullptr, behind = nullptr, taken = nullptr;
  EXPECT_OK(acltdtAllocBuf(8, ACL_TDT_NORMAL_MEM, &head));
  EXPECT_OK(acltdtAllocBuf(9, ACL_TDT_NORMAL_MEM, &behind));
  EXPECT_OK(acltdtAppendBufChain(head, behind));
  EXPECT_REFUSED(acltdtEnqueue(queue, behind, 0), ACL_ERROR_INVALID_PARAM, "only its head");
  EXPECT_OK(acltdtEnqueue(queue, head, 0));
  size_t length = 0;
  EXPECT_REFUSED(acltdtEnqueue(queue, head, 0), ACL_ERROR_INVALID_PARAM, "destroyed before");
  EXPECT_REFUSED(acltdtGetBufDataLen(behind, &length), ACL_ERROR_INVALID_PARAM, "destroyed before");
  int value = 0;
  EXPECT_REFUSED(Receive(queue, value, 0), ACL_ERROR_INVALID_PARAM, "acltdtDequeue takes it");
  EXPECT_OK(acltdtDequeue(queue, &taken, 0));
  EXPECT_EQ(taken, head);
  EXPECT_OK(acltdtGetBufDataLen(behind, &length));
  EXPECT_EQ(length, 9U);
  // One that finds no room stays the caller's.
  EXPECT_OK(Send(queue, 1, 0));
  EXPECT_REFUSED(acltdtEnqueue(queue, head, 0), ACL_ERROR_RT_QUEUE_FULL, "full");
  EXPECT_OK(acltdtFreeBuf(head));
  EXPECT_OK(acltdtDestroyQueue(queue));
}

TEST_F(TdtQueue, UserDataComesAlong) {
  const uint32_t queue = NewQueue("user data", 1);
  const char user[96] = "beside";
  char taken[96] = {};
  int value = 5;
  size_t bytes = 0;
  EXPECT_OK(acltdtEnqueueData(queue, &value, sizeof value, user, sizeof user, 0, 0));
  EXPECT_OK(acltdtDequeueData(queue, &value, sizeof value, &bytes, taken, sizeof taken, 0));
  EXPECT_EQ(bytes, sizeof value);
  EXPECT_STREQ(taken, "beside");
  EXPECT_OK(acltdtDestroyQueue(queue));
}

TEST_F(TdtQueue, AnElementThatDoesNotFitStays) {
  const uint32_t queue = NewQueue("large", 1);
  const char data[10] = "123456789";
  char small[9], large[10];
  size_t bytes = 0;
  EXPECT_OK(acltdtEnqueueData(queue, data, sizeof data, nullptr, 0, 0, 0));
  EXPECT_REFUSED(acltdtDequeueData(queue, small, sizeof small, &bytes, nullptr, 0, 0), ACL_ERROR_INVALID_PARAM,
                 "has 10 bytes, there is place for 9");
  EXPECT_EQ(bytes, 10U);
  EXPECT_OK(acltdtDequeueData(queue, large, sizeof large, &bytes, nullptr, 0, 0));
  EXPECT_STREQ(large, data);
  EXPECT_OK(acltdtDestroyQueue(queue));
}

TEST_F(TdtQueue, ItsEndReleasesTheWaitingCalls) {
  const uint32_t empty = NewQueue("empty", 1), full = NewQueue("full", 1);
  EXPECT_OK(Send(full, 1));
  std::thread receiver([=] {
    int value = 0;
    EXPECT_EQ(Receive(empty, value), ACL_ERROR_INVALID_QUEUE_ID);
  });
  std::thread sender([=] { EXPECT_EQ(Send(full, 2), ACL_ERROR_INVALID_QUEUE_ID); });
  EXPECT_OK(acltdtDestroyQueue(empty));
  EXPECT_OK(acltdtDestroyQueue(full));
  receiver.join();
  sender.join();
  EXPECT_REFUSED(acltdtDestroyQueue(empty), ACL_ERROR_INVALID_QUEUE_ID, "there is no queue");
}

TEST_F(TdtQueue, TheEndOfAllEndsIt) {
  const uint32_t queue = NewQueue("left", 1);
  std::thread receiver([=] {
    int value = 0;
    EXPECT_EQ(Receive(queue, value), ACL_ERROR_INVALID_QUEUE_ID);
  });
  EXPECT_OK(aclFinalize());
  receiver.join();
  EXPECT_OK(aclInit(nullptr));
}

TEST_F(TdtQueue, AttributesAreReadBack) {
  acltdtQueueAttr* attr = acltdtCreateQueueAttr();
  const char* name = "frames";
  const uint32_t depth = 8192;
  EXPECT_OK(acltdtSetQueueAttr(attr, ACL_TDT_QUEUE_NAME_PTR, sizeof name, &name));
  EXPECT_OK(acltdtSetQueueAttr(attr, ACL_TDT_QUEUE_DEPTH_UINT32, sizeof depth, &depth));
  const char* got_name = nullptr;
  uint32_t got_depth = 0;
  size_t bytes = 0;
  EXPECT_OK(acltdtGetQueueAttr(attr, ACL_TDT_QUEUE_NAME_PTR, sizeof got_name, &bytes, &got_name));
  EXPECT_STREQ(got_name, "frames");
  EXPECT_EQ(bytes, sizeof got_name);
  EXPECT_OK(acltdtGetQueueAttr(attr, ACL_TDT_QUEUE_DEPTH_UINT32, sizeof got_depth, nullptr, &got_depth));
  EXPECT_EQ(got_depth, depth);

  const auto no_attribute = static_cast<acltdtQueueAttrType>(9);
  EXPECT_REFUSED(acltdtGetQueueAttr(attr, ACL_TDT_QUEUE_DEPTH_UINT32, 1, nullptr, &got_depth), ACL_ERROR_INVALID_PARAM,
                 "smaller than its type");
  EXPECT_REFUSED(acltdtGetQueueAttr(attr, ACL_TDT_QUEUE_NAME_PTR, 8, &bytes, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(acltdtGetQueueAttr(attr, no_attribute, 8, nullptr, &got_depth), ACL_ERROR_INVALID_PARAM, "type is 9");
  EXPECT_REFUSED(acltdtSetQueueAttr(attr, no_attribute, 8, &name), ACL_ERROR_INVALID_PARAM,
                 "no such attribute of a queue: type is 9");
  EXPECT_REFUSED(acltdtSetQueueAttr(attr, ACL_TDT_QUEUE_NAME_PTR, 4, &name), ACL_ERROR_INVALID_PARAM, "another size");
  EXPECT_REFUSED(acltdtSetQueueAttr(attr, ACL_TDT_QUEUE_NAME_PTR, 8, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  const char* none = nullptr;
  EXPECT_REFUSED(acltdtSetQueueAttr(attr, ACL_TDT_QUEUE_NAME_PTR, 8, &none), ACL_ERROR_INVALID_PARAM, "name is NULL");
  const std::string long_text(128, 'x');
  const char* long_name = long_text.c_str();
  EXPECT_REFUSED(acltdtSetQueueAttr(attr, ACL_TDT_QUEUE_NAME_PTR, 8, &long_name), ACL_ERROR_INVALID_PARAM,
                 "at most 127");
  for (const uint32_t wrong : {0U, 8193U}) {
    EXPECT_REFUSED(acltdtSetQueueAttr(attr, ACL_TDT_QUEUE_DEPTH_UINT32, sizeof wrong, &wrong), ACL_ERROR_INVALID_PARAM,
                   "1 to 8192");
  }
  EXPECT_OK(acltdtDestroyQueueAttr(attr));
  EXPECT_REFUSED(acltdtDestroyQueueAttr(attr), ACL_ERROR_INVALID_PARAM, "destroyed before");
  EXPECT_REFUSED(acltdtSetQueueAttr(attr, ACL_TDT_QUEUE_NAME_PTR, 8, &name), ACL_ERROR_INVALID_PARAM, "destroyed");
}

TEST_F(TdtQueue, IsThisProcesssAlone) {
  const uint32_t queue = NewQueue("alone", 1);
  uint32_t permission = 0;
  EXPECT_OK(acltdtGrantQueue(queue, getpid(), ACL_TDT_QUEUE_PERMISSION_DEQUEUE, 0));
  EXPECT_OK(acltdtAttachQueue(queue, 0, &permission));
  EXPECT_EQ(permission, 7U);
  EXPECT_REFUSED(acltdtGrantQueue(queue, 1, ACL_TDT_QUEUE_PERMISSION_DEQUEUE, 0), ACL_ERROR_FEATURE_UNSUPPORTED,
                 "one process");
  EXPECT_REFUSED(acltdtGrantQueue(queue, getpid(), 8, 0), ACL_ERROR_INVALID_PARAM, "permission is 8");
  EXPECT_REFUSED(acltdtGrantQueue(queue, getpid(), 1, -2), ACL_ERROR_INVALID_PARAM, "a time");
  EXPECT_REFUSED(acltdtGrantQueue(kNoQueue, getpid(), 1, 0), ACL_ERROR_INVALID_QUEUE_ID, "no queue 4294967295");
  EXPECT_REFUSED(acltdtAttachQueue(kNoQueue, 0, &permission), ACL_ERROR_INVALID_QUEUE_ID, "no queue 4294967295");
  EXPECT_REFUSED(acltdtAttachQueue(queue, 0, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_OK(acltdtDestroyQueue(queue));
}

TEST_F(TdtQueue, RefusesWrongArguments) {
  const uint32_t queue = NewQueue("wrong", 1);
  acltdtBuf buffer = nullptr;
  uint32_t id = 0;
  int value = 0;
  size_t bytes = 0;
  acltdtQueueAttr* attr = acltdtCreateQueueAttr();
  EXPECT_REFUSED(acltdtCreateQueue(attr, &id), ACL_ERROR_INVALID_PARAM, "needs a name");
  EXPECT_REFUSED(acltdtCreateQueue(attr, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(acltdtCreateQueue(nullptr, &id), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_OK(acltdtDestroyQueueAttr(attr));
  EXPECT_REFUSED(acltdtEnqueue(queue, nullptr, 0), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(acltdtEnqueue(kNoQueue, nullptr, 0), ACL_ERROR_INVALID_QUEUE_ID, "no queue 4294967295");
  EXPECT_REFUSED(acltdtDequeue(queue, nullptr, 0), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(acltdtDequeue(queue, &buffer, -2), ACL_ERROR_INVALID_PARAM, "a time is -1, 0 or");
  EXPECT_REFUSED(acltdtDequeue(queue, &buffer, 0), ACL_ERROR_RT_QUEUE_EMPTY, "empty");
  EXPECT_REFUSED(acltdtEnqueueData(queue, nullptr, 4, nullptr, 0, 0, 0), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(acltdtEnqueueData(queue, &value, 0, nullptr, 0, 0, 0), ACL_ERROR_INVALID_PARAM, "one byte");
  EXPECT_REFUSED(acltdtEnqueueData(queue, &value, 4, nullptr, 0, 0, 1), ACL_ERROR_INVALID_PARAM, "is 0");
  EXPECT_REFUSED(acltdtEnqueueData(queue, &value, 4, nullptr, 5, 0, 0), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(acltdtEnqueueData(queue, &value, 4, &value, 97, 0, 0), ACL_ERROR_INVALID_PARAM, "at most 96");
  EXPECT_REFUSED(acltdtDequeueData(queue, nullptr, 4, &bytes, nullptr, 0, 0), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(acltdtDequeueData(queue, &value, 4, nullptr, nullptr, 0, 0), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(acltdtDequeueData(queue, &value, 4, &bytes, &value, 97, 0), ACL_ERROR_INVALID_PARAM, "at most 96");
  EXPECT_OK(acltdtDestroyQueue(queue));
}

}  // namespace
}  // namespace opdk::acl_tests
