#include "sdk/adapters/ascendcl/tdt_buffers.h"

#include <fmt/format.h>

#include <cstring>
#include <utility>

#include "graph_core/base/aligned_memory.h"
#include "sdk/adapters/ascendcl/process.h"

namespace opdk::acl {
namespace {

constexpr size_t kLongestChain = 128;

// Checks a range of user data. ACL_ERROR_INVALID_PARAM: the bytes from `offset` on aren't in the user data.
Outcome CheckUserData(const void* data, size_t size, size_t offset) {
  const size_t most = TdtBuffer().user_data.size();
  if (data == nullptr) return IsNull("user data");
  if (offset <= most && size > 0 && size <= most - offset) return {};
  return Fail(ACL_ERROR_INVALID_PARAM, fmt::format("{} bytes from {} on: user data has {} bytes", size, offset, most));
}

}  // namespace

Handles<TdtBuffer>& TdtBuffers() {
  static Handles<TdtBuffer> buffers("buffer of queues");
  return buffers;
}

std::shared_ptr<TdtBuffer> NewTdtBuffer(size_t size) {
  auto buffer = std::make_shared<TdtBuffer>();
  buffer->memory = NewSharedAligned(size);
  buffer->size = size;
  buffer->length = size;
  return buffer;
}

std::shared_ptr<TdtBuffer> ReferenceTo(const TdtBuffer& buffer) {
  auto copy = std::make_shared<TdtBuffer>(buffer);
  copy->is_behind = false;
  for (auto& behind : copy->chain) {
    behind = std::make_shared<TdtBuffer>(*behind);
    behind->is_behind = true;
  }
  return copy;
}

Outcome TakeFromCaller(acltdtBuf handle, std::shared_ptr<TdtBuffer>& buffer) {
  OPDK_ACL_TRY(TdtBuffers().Find(handle, buffer));
  if (buffer->is_behind) {
    return Fail(ACL_ERROR_INVALID_PARAM, "the buffer is in a chain: only its head is passed on and freed");
  }
  OPDK_ACL_TRY(TdtBuffers().Remove(handle));
  for (const auto& behind : buffer->chain) static_cast<void>(TdtBuffers().Remove(behind.get()));
  return {};
}

acltdtBuf GiveToCaller(std::shared_ptr<TdtBuffer> buffer) {
  for (const auto& behind : buffer->chain) TdtBuffers().Add(behind);
  return TdtBuffers().Add(std::move(buffer));
}

}  // namespace opdk::acl

using namespace opdk::acl;  // NOLINT(google-build-using-namespace): the functions of one interface

aclError acltdtAllocBuf(size_t size, uint32_t type, acltdtBuf* buf) {
  return Call(__func__, [&]() -> Outcome {
    if (buf == nullptr) return IsNull("place for the buffer");
    OPDK_ACL_TRY(CheckInitialized());
    if (size == 0) return Fail(ACL_ERROR_INVALID_PARAM, "a buffer has at least one byte");
    if (type == ACL_TDT_DVPP_MEM) {
      return Fail(ACL_ERROR_FEATURE_UNSUPPORTED, "a CPU has no unit that decodes images, nor memory for one");
    }
    if (type != ACL_TDT_NORMAL_MEM) return NoSuch("type of memory", "type", type, "ACL_TDT_NORMAL_MEM");
    *buf = GiveToCaller(NewTdtBuffer(size));
    return {};
  });
}

aclError acltdtFreeBuf(acltdtBuf buf) {
  return Call(__func__, [&] {
    std::shared_ptr<TdtBuffer> gone;
    return TakeFromCaller(buf, gone);
  });
}

aclError acltdtGetBufData(const acltdtBuf buf, void** dataPtr, size_t* size) {
  return Call(__func__, [&]() -> Outcome {
    if (dataPtr == nullptr || size == nullptr) return IsNull("place for the data");
    std::shared_ptr<TdtBuffer> found;
    OPDK_ACL_TRY(TdtBuffers().Find(buf, found));
    *dataPtr = found->memory.get();
    *size = found->size;
    return {};
  });
}

aclError acltdtSetBufDataLen(acltdtBuf buf, size_t len) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<TdtBuffer> found;
    OPDK_ACL_TRY(TdtBuffers().Find(buf, found));
    if (len > found->size) {
      return Fail(ACL_ERROR_INVALID_PARAM, fmt::format("{} bytes of data, the buffer has {}", len, found->size));
    }
    found->length = len;
    return {};
  });
}

aclError acltdtGetBufDataLen(acltdtBuf buf, size_t* len) {
  return Call(__func__, [&]() -> Outcome {
    if (len == nullptr) return IsNull("place for the length");
    std::shared_ptr<TdtBuffer> found;
    OPDK_ACL_TRY(TdtBuffers().Find(buf, found));
    *len = found->length;
    return {};
  });
}

aclError acltdtAppendBufChain(acltdtBuf headBuf, acltdtBuf buf) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<TdtBuffer> head, behind;
    OPDK_ACL_TRY(TdtBuffers().Find(headBuf, head));
    OPDK_ACL_TRY(TdtBuffers().Find(buf, behind));
    if (head->is_behind) return Fail(ACL_ERROR_INVALID_PARAM, "the head is in another chain");
    if (head == behind || behind->is_behind || !behind->chain.empty()) {
      return Fail(ACL_ERROR_INVALID_PARAM, "the buffer is in a chain, or the head of one");
    }
    if (head->chain.size() + 1 == kLongestChain) {
      return Fail(ACL_ERROR_INVALID_PARAM, fmt::format("a chain has at most {} buffers", kLongestChain));
    }
    head->chain.push_back(behind);
    behind->is_behind = true;
    return {};
  });
}

aclError acltdtGetBufChainNum(acltdtBuf headBuf, uint32_t* num) {
  return Call(__func__, [&]() -> Outcome {
    if (num == nullptr) return IsNull("place for the number");
    std::shared_ptr<TdtBuffer> head;
    OPDK_ACL_TRY(TdtBuffers().Find(headBuf, head));
    *num = static_cast<uint32_t>(head->chain.size() + 1);
    return {};
  });
}

aclError acltdtGetBufFromChain(acltdtBuf headBuf, uint32_t index, acltdtBuf* buf) {
  return Call(__func__, [&]() -> Outcome {
    if (buf == nullptr) return IsNull("place for the buffer");
    std::shared_ptr<TdtBuffer> head;
    OPDK_ACL_TRY(TdtBuffers().Find(headBuf, head));
    if (index > head->chain.size()) {
      return Fail(ACL_ERROR_INVALID_PARAM,
                  fmt::format("there is no buffer {}: the chain has {}", index, head->chain.size() + 1));
    }
    *buf = index == 0 ? head.get() : head->chain[index - 1].get();
    return {};
  });
}

aclError acltdtGetBufUserData(const acltdtBuf buf, void* dataPtr, size_t size, size_t offset) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<TdtBuffer> found;
    OPDK_ACL_TRY(TdtBuffers().Find(buf, found));
    OPDK_ACL_TRY(CheckUserData(dataPtr, size, offset));
    std::memcpy(dataPtr, found->user_data.data() + offset, size);
    return {};
  });
}

aclError acltdtSetBufUserData(acltdtBuf buf, const void* dataPtr, size_t size, size_t offset) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<TdtBuffer> found;
    OPDK_ACL_TRY(TdtBuffers().Find(buf, found));
    OPDK_ACL_TRY(CheckUserData(dataPtr, size, offset));
    std::memcpy(found->user_data.data() + offset, dataPtr, size);
    return {};
  });
}

aclError acltdtCopyBufRef(const acltdtBuf buf, acltdtBuf* newBuf) {
  return Call(__func__, [&]() -> Outcome {
    if (newBuf == nullptr) return IsNull("place for the buffer");
    std::shared_ptr<TdtBuffer> found;
    OPDK_ACL_TRY(TdtBuffers().Find(buf, found));
    *newBuf = GiveToCaller(ReferenceTo(*found));
    return {};
  });
}
