// Queues for tests.
#pragma once

#include <string>

#include "acl/acl_tdt_queue.h"
#include "tests/sdk/adapters/ascendcl/acl_fixture.h"

namespace opdk::acl_tests {

inline constexpr uint32_t kNoQueue = UINT32_MAX;

inline uint32_t NewQueue(const char* name, uint32_t depth) {
  acltdtQueueAttr* attr = acltdtCreateQueueAttr();
  EXPECT_OK(acltdtSetQueueAttr(attr, ACL_TDT_QUEUE_NAME_PTR, sizeof name, &name));
  EXPECT_OK(acltdtSetQueueAttr(attr, ACL_TDT_QUEUE_DEPTH_UINT32, sizeof depth, &depth));
  uint32_t id = UINT32_MAX;
  EXPECT_OK(acltdtCreateQueue(attr, &id));
  EXPECT_OK(acltdtDestroyQueueAttr(attr));
  return id;
}

// Sends one number as an element.
inline aclError Send(uint32_t queue, int value, int32_t timeout = -1) {
  return acltdtEnqueueData(queue, &value, sizeof value, nullptr, 0, timeout, 0);
}
inline aclError Receive(uint32_t queue, int& value, int32_t timeout = -1) {
  size_t bytes = 0;
  return acltdtDequeueData(queue, &value, sizeof value, &bytes, nullptr, 0, timeout);
}

}  // namespace opdk::acl_tests
