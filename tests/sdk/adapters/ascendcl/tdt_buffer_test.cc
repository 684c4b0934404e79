// Buffers that queues pass on: data, user data, chains, references.
#include <cstring>

#include "acl/acl_tdt_queue.h"
#include "tests/sdk/adapters/ascendcl/acl_fixture.h"

namespace opdk::acl_tests {
namespace {

class TdtBuffer : public Acl {
 protected:
  acltdtBuf NewBuffer(size_t bytes) {
    acltdtBuf buffer = nullptr;
    EXPECT_OK(acltdtAllocBuf(bytes, ACL_TDT_NORMAL_MEM, &buffer));
    return buffer;
  }
  static void* DataOf(acltdtBuf buffer) {
    void* data = nullptr;
    size_t size = 0;
    EXPECT_OK(acltdtGetBufData(buffer, &data, &size));
    return data;
  }
};

TEST_F(TdtBuffer, HoldsDataAndALength) {
  acltdtBuf buffer = NewBuffer(100);
  void* data = nullptr;
  size_t size = 0, length = 0;
  EXPECT_OK(acltdtGetBufData(buffer, &data, &size));
  EXPECT_EQ(size, 100U);
  std::memset(data, 1, size);
  EXPECT_OK(acltdtGetBufDataLen(buffer, &length));
  EXPECT_EQ(length, 100U);
  EXPECT_OK(acltdtSetBufDataLen(buffer, 7));
  EXPECT_OK(acltdtGetBufDataLen(buffer, &length));
  EXPECT_EQ(length, 7U);
  EXPECT_REFUSED(acltdtSetBufDataLen(buffer, 101), ACL_ERROR_INVALID_PARAM, "the buffer has 100");
  EXPECT_REFUSED(acltdtGetBufDataLen(buffer, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(acltdtGetBufData(buffer, nullptr, &size), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_OK(acltdtFreeBuf(buffer));
}

TEST_F(TdtBuffer, HasUserDataBeside) {
  acltdtBuf buffer = NewBuffer(1);
  const int given[2] = {3, 4};
  int taken[2] = {0, 0};
  EXPECT_OK(acltdtSetBufUserData(buffer, given, sizeof given, 88));
  EXPECT_OK(acltdtGetBufUserData(buffer, taken, sizeof taken, 88));
  EXPECT_EQ(taken[1], 4);
  EXPECT_OK(acltdtGetBufUserData(buffer, taken, sizeof taken, 0));
  EXPECT_EQ(taken[1], 0);
  for (const auto& [size, offset] : {std::pair<size_t, size_t>{8, 89}, {97, 0}, {0, 0}, {1, 96}, {1, SIZE_MAX}}) {
    EXPECT_REFUSED(acltdtSetBufUserData(buffer, given, size, offset), ACL_ERROR_INVALID_PARAM, "has 96 bytes");
    EXPECT_REFUSED(acltdtGetBufUserData(buffer, taken, size, offset), ACL_ERROR_INVALID_PARAM, "has 96 bytes");
  }
  EXPECT_REFUSED(acltdtSetBufUserData(buffer, nullptr, 1, 0), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(acltdtGetBufUserData(nullptr, taken, 1, 0), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_OK(acltdtFreeBuf(buffer));
}

TEST_F(TdtBuffer, StandsInAChainThatGoesAsOne) {
  acltdtBuf head = NewBuffer(1), second = NewBuffer(2), found = nullptr, alone = NewBuffer(3);
  uint32_t count = 0;
  EXPECT_OK(acltdtGetBufChainNum(head, &count));
  EXPECT_EQ(count, 1U);
  EXPECT_OK(acltdtAppendBufChain(head, second));
  EXPECT_OK(acltdtGetBufChainNum(head, &count));
  EXPECT_EQ(count, 2U);
  EXPECT_OK(acltdtGetBufFromChain(head, 0, &found));
  EXPECT_EQ(found, head);
  EXPECT_OK(acltdtGetBufFromChain(head, 1, &found));
  EXPECT_EQ(found, second);
  EXPECT_REFUSED(acltdtGetBufFromChain(head, 2, &found), ACL_ERROR_INVALID_PARAM, "no buffer 2");
  EXPECT_REFUSED(acltdtGetBufFromChain(head, 0, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(acltdtGetBufChainNum(head, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(acltdtAppendBufChain(head, second), ACL_ERROR_INVALID_PARAM, "in a chain");
  EXPECT_REFUSED(acltdtAppendBufChain(head, head), ACL_ERROR_INVALID_PARAM, "in a chain");
  EXPECT_REFUSED(acltdtAppendBufChain(second, alone), ACL_ERROR_INVALID_PARAM, "in another chain");
  EXPECT_REFUSED(acltdtFreeBuf(second), ACL_ERROR_INVALID_PARAM, "only its head");
  EXPECT_OK(acltdtFreeBuf(head));
  EXPECT_REFUSED(acltdtFreeBuf(second), ACL_ERROR_INVALID_PARAM, "destroyed before");
  EXPECT_OK(acltdtFreeBuf(alone));
}

TEST_F(TdtBuffer, AChainHasAnEnd) {
  acltdtBuf head = NewBuffer(1), more = NewBuffer(1);
  for (int i = 1; i < 128; ++i) {
    EXPECT_OK(acltdtAppendBufChain(head, NewBuffer(1)));
  }
  EXPECT_REFUSED(acltdtAppendBufChain(head, more), ACL_ERROR_INVALID_PARAM, "at most 128");
  EXPECT_OK(acltdtFreeBuf(head));
  EXPECT_OK(acltdtFreeBuf(more));
}

TEST_F(TdtBuffer, AReferenceKeepsTheMemory) {
  acltdtBuf buffer = NewBuffer(4), reference = nullptr;
  EXPECT_OK(acltdtAppendBufChain(buffer, NewBuffer(4)));
  std::memcpy(DataOf(buffer), "abc", 4);
  EXPECT_OK(acltdtCopyBufRef(buffer, &reference));
  EXPECT_NE(reference, buffer);
  EXPECT_EQ(DataOf(reference), DataOf(buffer));
  EXPECT_OK(acltdtFreeBuf(buffer));
  EXPECT_STREQ(static_cast<const char*>(DataOf(reference)), "abc");
  acltdtBuf behind = nullptr;
  EXPECT_OK(acltdtGetBufFromChain(reference, 1, &behind));
  EXPECT_NE(DataOf(behind), nullptr);
  EXPECT_OK(acltdtFreeBuf(reference));
  EXPECT_REFUSED(acltdtCopyBufRef(buffer, &reference), ACL_ERROR_INVALID_PARAM, "destroyed before");
  EXPECT_REFUSED(acltdtCopyBufRef(buffer, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
}

TEST_F(TdtBuffer, RefusesWrongArguments) {
  acltdtBuf buffer = nullptr;
  int foreign = 0;
  EXPECT_REFUSED(acltdtAllocBuf(0, ACL_TDT_NORMAL_MEM, &buffer), ACL_ERROR_INVALID_PARAM, "at least one byte");
  EXPECT_REFUSED(acltdtAllocBuf(1, 7, &buffer), ACL_ERROR_INVALID_PARAM, "no such type of memory: type is 7");
  EXPECT_REFUSED(acltdtAllocBuf(1, ACL_TDT_DVPP_MEM, &buffer), ACL_ERROR_FEATURE_UNSUPPORTED, "decodes images");
  EXPECT_REFUSED(acltdtAllocBuf(1, ACL_TDT_NORMAL_MEM, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(acltdtAllocBuf(SIZE_MAX / 2, ACL_TDT_NORMAL_MEM, &buffer), ACL_ERROR_BAD_ALLOC, "no memory");
  EXPECT_REFUSED(acltdtFreeBuf(&foreign), ACL_ERROR_INVALID_PARAM, "nothing made it");
  EXPECT_REFUSED(acltdtFreeBuf(nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
}

}  // namespace
}  // namespace opdk::acl_tests
