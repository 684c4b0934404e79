#include "sdk/adapters/ascendcl/tdt_queues.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstring>
#include <map>
#include <utility>

#include "sdk/adapters/ascendcl/process.h"
#include "sdk/adapters/ascendcl/runtime.h"

namespace opdk::acl {
namespace {

constexpr uint32_t kDeepest = 8192;
constexpr size_t kLongestName = 127;

struct Queues {
  std::mutex mutex;
  std::map<uint32_t, std::shared_ptr<TdtQueue>> by_id;
  uint32_t next = 0;
};
Queues& TheQueues() {
  static Queues queues;
  return queues;
}

Handles<tagMemQueueAttr>& QueueAttrs() {
  static Handles<tagMemQueueAttr> attrs("attributes of a queue");
  return attrs;
}

Outcome NoQueue(uint32_t id) { return Fail(ACL_ERROR_INVALID_QUEUE_ID, fmt::format("there is no queue {}", id)); }

Outcome ReadName(size_t len, const void* param, std::string& name) {
  const char* text = nullptr;
  OPDK_ACL_TRY(TakeValue(param, len, text));
  if (text == nullptr) return IsNull("name");
  const size_t length = strnlen(text, kLongestName + 1);
  if (length > kLongestName) {
    return Fail(ACL_ERROR_INVALID_PARAM, fmt::format("a queue's name has at most {} characters", kLongestName));
  }
  name.assign(text, length);
  return {};
}

Outcome ReadDepth(size_t len, const void* param, uint32_t& depth) {
  uint32_t value = 0;
  OPDK_ACL_TRY(TakeValue(param, len, value));
  if (value == 0 || value > kDeepest) {
    return Fail(ACL_ERROR_INVALID_PARAM, fmt::format("a queue's depth is 1 to {}, not {}", kDeepest, value));
  }
  depth = value;
  return {};
}

}  // namespace

template <typename Condition>
Outcome TdtQueue::Wait(std::unique_lock<std::mutex>& lock, std::chrono::milliseconds timeout,
                       const std::stop_token& stop, aclError late, Condition condition) {
  const auto ready = [&] { return closed_ || condition(); };
  const bool came =
      timeout.count() < 0 ? changed_.wait(lock, stop, ready) : changed_.wait_for(lock, stop, timeout, ready);
  if (closed_) return Fail(ACL_ERROR_INVALID_QUEUE_ID, fmt::format("queue '{}' was destroyed", attr_.name));
  if (came) return {};
  if (stop.stop_requested()) return Fail(ACL_ERROR_FAILURE, "the wait for the queue was stopped");
  return Fail(late, fmt::format("queue '{}' ({} elements deep) is still {} after {} ms", attr_.name, attr_.depth,
                                late == ACL_ERROR_RT_QUEUE_FULL ? "full" : "empty", timeout.count()));
}

Outcome TdtQueue::Put(std::shared_ptr<TdtBuffer> element, std::chrono::milliseconds timeout,
                      const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  OPDK_ACL_TRY(Wait(lock, timeout, stop, ACL_ERROR_RT_QUEUE_FULL, [&] { return elements_.size() < attr_.depth; }));
  elements_.push_back(std::move(element));
  changed_.notify_all();
  return {};
}

Outcome TdtQueue::Take(std::shared_ptr<TdtBuffer>& element, std::chrono::milliseconds timeout,
                       const std::stop_token& stop, const Accepts& accepts) {
  std::unique_lock lock(mutex_);
  OPDK_ACL_TRY(Wait(lock, timeout, stop, ACL_ERROR_RT_QUEUE_EMPTY, [&] { return !elements_.empty(); }));
  if (accepts) OPDK_ACL_TRY(accepts(*elements_.front()));
  element = std::move(elements_.front());
  elements_.pop_front();
  changed_.notify_all();
  return {};
}

void TdtQueue::Close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  elements_.clear();
  changed_.notify_all();
}

bool TdtQueue::closed() const {
  const std::lock_guard lock(mutex_);
  return closed_;
}

Outcome FindQueue(uint32_t id, std::shared_ptr<TdtQueue>& queue) {
  Queues& all = TheQueues();
  const std::lock_guard lock(all.mutex);
  const auto found = all.by_id.find(id);
  if (found == all.by_id.end()) return NoQueue(id);
  queue = found->second;
  return {};
}

Outcome ReadTimeout(int32_t milliseconds, std::chrono::milliseconds& timeout) {
  if (milliseconds < -1) return Fail(ACL_ERROR_INVALID_PARAM, "a time is -1, 0 or milliseconds");
  timeout = Timeout(milliseconds);
  return {};
}

size_t EndQueues() {
  EndRoutes();
  Queues& all = TheQueues();
  const std::lock_guard lock(all.mutex);
  const size_t count = all.by_id.size();
  for (const auto& [id, queue] : all.by_id) queue->Close();
  all.by_id.clear();
  return count;
}

}  // namespace opdk::acl

using namespace opdk::acl;  // NOLINT(google-build-using-namespace): the functions of one interface

aclError acltdtCreateQueue(const acltdtQueueAttr* attr, uint32_t* qid) {
  return Call(__func__, [&]() -> Outcome {
    if (qid == nullptr) return IsNull("place for the queue's number");
    OPDK_ACL_TRY(CheckInitialized());
    std::shared_ptr<tagMemQueueAttr> found;
    OPDK_ACL_TRY(QueueAttrs().Find(attr, found));
    if (found->name.empty()) return Fail(ACL_ERROR_INVALID_PARAM, "a queue needs a name: ACL_TDT_QUEUE_NAME_PTR");
    Queues& all = TheQueues();
    const std::lock_guard lock(all.mutex);
    *qid = all.next++;
    all.by_id.emplace(*qid, std::make_shared<TdtQueue>(*found));
    return {};
  });
}

aclError acltdtDestroyQueue(uint32_t qid) {
  return Call(__func__, [&]() -> Outcome {
    Queues& all = TheQueues();
    decltype(all.by_id)::node_type gone;
    {
      const std::lock_guard lock(all.mutex);
      gone = all.by_id.extract(qid);
    }
    if (gone.empty()) return NoQueue(qid);
    gone.mapped()->Close();
    return {};
  });
}

aclError acltdtEnqueue(uint32_t qid, acltdtBuf buf, int32_t timeout) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<TdtQueue> queue;
    std::shared_ptr<TdtBuffer> buffer;
    std::chrono::milliseconds time{};
    OPDK_ACL_TRY(FindQueue(qid, queue));
    OPDK_ACL_TRY(ReadTimeout(timeout, time));
    OPDK_ACL_TRY(TakeFromCaller(buf, buffer));
    Outcome put = queue->Put(buffer, time);
    if (!put.ok()) GiveToCaller(std::move(buffer));
    return put;
  });
}

aclError acltdtDequeue(uint32_t qid, acltdtBuf* buf, int32_t timeout) {
  return Call(__func__, [&]() -> Outcome {
    if (buf == nullptr) return IsNull("place for the buffer");
    std::shared_ptr<TdtQueue> queue;
    std::shared_ptr<TdtBuffer> buffer;
    std::chrono::milliseconds time{};
    OPDK_ACL_TRY(FindQueue(qid, queue));
    OPDK_ACL_TRY(ReadTimeout(timeout, time));
    OPDK_ACL_TRY(queue->Take(buffer, time));
    *buf = GiveToCaller(std::move(buffer));
    return {};
  });
}

namespace {

Outcome CheckUserData(const void* data, size_t size) {
  if (size > TdtBuffer().user_data.size()) {
    return Fail(ACL_ERROR_INVALID_PARAM,
                fmt::format("user data has at most {} bytes, not {}", TdtBuffer().user_data.size(), size));
  }
  return size > 0 && data == nullptr ? IsNull("user data") : Outcome();
}

}  // namespace

aclError acltdtEnqueueData(uint32_t qid, const void* data, size_t dataSize, const void* userData, size_t userDataSize,
                           int32_t timeout, uint32_t rsv) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<TdtQueue> queue;
    std::chrono::milliseconds time{};
    OPDK_ACL_TRY(FindQueue(qid, queue));
    OPDK_ACL_TRY(ReadTimeout(timeout, time));
    if (data == nullptr) return IsNull("data");
    if (dataSize == 0) return Fail(ACL_ERROR_INVALID_PARAM, "an element has at least one byte");
    if (rsv != 0) return Fail(ACL_ERROR_INVALID_PARAM, "the last argument is 0");
    OPDK_ACL_TRY(CheckUserData(userData, userDataSize));
    std::shared_ptr<TdtBuffer> buffer = NewTdtBuffer(dataSize);
    std::memcpy(buffer->memory.get(), data, dataSize);
    if (userDataSize > 0) std::memcpy(buffer->user_data.data(), userData, userDataSize);
    return queue->Put(std::move(buffer), time);
  });
}

aclError acltdtDequeueData(uint32_t qid, void* data, size_t dataSize, size_t* retDataSize, void* userData,
                           size_t userDataSize, int32_t timeout) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<TdtQueue> queue;
    std::shared_ptr<TdtBuffer> buffer;
    std::chrono::milliseconds time{};
    OPDK_ACL_TRY(FindQueue(qid, queue));
    OPDK_ACL_TRY(ReadTimeout(timeout, time));
    if (data == nullptr || retDataSize == nullptr) return IsNull("place for the data or its size");
    OPDK_ACL_TRY(CheckUserData(userData, userDataSize));
    OPDK_ACL_TRY(queue->Take(buffer, time, {}, [&](const TdtBuffer& first) -> Outcome {
      *retDataSize = first.length;
      if (!first.chain.empty()) {
        return Fail(ACL_ERROR_INVALID_PARAM, "the first element is a chain of buffers: acltdtDequeue takes it");
      }
      if (first.length <= dataSize) return {};
      return Fail(ACL_ERROR_INVALID_PARAM,
                  fmt::format("the first element has {} bytes, there is place for {}", first.length, dataSize));
    }));
    std::memcpy(data, buffer->memory.get(), buffer->length);
    if (userDataSize > 0) std::memcpy(userData, buffer->user_data.data(), userDataSize);
    return {};
  });
}

aclError acltdtGrantQueue(uint32_t qid, int32_t pid, uint32_t permission, int32_t timeout) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<TdtQueue> queue;
    std::chrono::milliseconds time{};
    OPDK_ACL_TRY(FindQueue(qid, queue));
    OPDK_ACL_TRY(ReadTimeout(timeout, time));
    constexpr uint32_t kAll =
        ACL_TDT_QUEUE_PERMISSION_MANAGE | ACL_TDT_QUEUE_PERMISSION_DEQUEUE | ACL_TDT_QUEUE_PERMISSION_ENQUEUE;
    if (permission == 0 || (permission & ~kAll) != 0) {
      return NoSuch("permission", "permission", permission,
                    "ACL_TDT_QUEUE_PERMISSION_MANAGE, _DEQUEUE, _ENQUEUE and their unions");
    }
    if (pid == getpid()) return {};
    return Fail(ACL_ERROR_FEATURE_UNSUPPORTED, "queues are between threads of one process");
  });
}

aclError acltdtAttachQueue(uint32_t qid, int32_t timeout, uint32_t* permission) {
  return Call(__func__, [&]() -> Outcome {
    if (permission == nullptr) return IsNull("place for the permission");
    std::shared_ptr<TdtQueue> queue;
    std::chrono::milliseconds time{};
    OPDK_ACL_TRY(FindQueue(qid, queue));
    OPDK_ACL_TRY(ReadTimeout(timeout, time));
    *permission = ACL_TDT_QUEUE_PERMISSION_MANAGE | ACL_TDT_QUEUE_PERMISSION_DEQUEUE | ACL_TDT_QUEUE_PERMISSION_ENQUEUE;
    return {};
  });
}

acltdtQueueAttr* acltdtCreateQueueAttr(void) {
  return Get<acltdtQueueAttr*>(__func__, nullptr, [](acltdtQueueAttr*& attr) -> Outcome {
    attr = QueueAttrs().Add(std::make_shared<tagMemQueueAttr>());
    return {};
  });
}
aclError acltdtDestroyQueueAttr(const acltdtQueueAttr* attr) {
  return Call(__func__, [&] { return QueueAttrs().Remove(attr); });
}

aclError acltdtSetQueueAttr(acltdtQueueAttr* attr, acltdtQueueAttrType type, size_t len, const void* param) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<tagMemQueueAttr> found;
    OPDK_ACL_TRY(QueueAttrs().Find(attr, found));
    if (param == nullptr) return IsNull("value");
    if (type == ACL_TDT_QUEUE_NAME_PTR) return ReadName(len, param, found->name);
    if (type == ACL_TDT_QUEUE_DEPTH_UINT32) return ReadDepth(len, param, found->depth);
    return NoSuch("attribute of a queue", "type", type, "ACL_TDT_QUEUE_NAME_PTR and ACL_TDT_QUEUE_DEPTH_UINT32");
  });
}

aclError acltdtGetQueueAttr(const acltdtQueueAttr* attr, acltdtQueueAttrType type, size_t len, size_t* paramRetSize,
                            void* param) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<tagMemQueueAttr> found;
    OPDK_ACL_TRY(QueueAttrs().Find(attr, found));
    if (type == ACL_TDT_QUEUE_NAME_PTR) return GiveValue(found->name.c_str(), len, paramRetSize, param);
    if (type == ACL_TDT_QUEUE_DEPTH_UINT32) return GiveValue(found->depth, len, paramRetSize, param);
    return NoSuch("attribute of a queue", "type", type, "ACL_TDT_QUEUE_NAME_PTR and ACL_TDT_QUEUE_DEPTH_UINT32");
  });
}
