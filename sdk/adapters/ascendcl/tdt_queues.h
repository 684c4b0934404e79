// Queues of buffers between threads.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstring>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>

#include "sdk/adapters/ascendcl/tdt_buffers.h"

struct tagMemQueueAttr {
  std::string name;
  uint32_t depth = 2;
};

namespace opdk::acl {

// Waits without end.
inline constexpr std::chrono::milliseconds kWithoutEnd(-1);

class TdtQueue {
 public:
  explicit TdtQueue(tagMemQueueAttr attr) : attr_(std::move(attr)) {}

  // Waits for room or for an element: so long (negative: without end), and no longer than until `stop` is requested.
  // ACL_ERROR_RT_QUEUE_FULL, …EMPTY: the time is over; ACL_ERROR_INVALID_QUEUE_ID: it was destroyed;
  // ACL_ERROR_FAILURE: the wait was stopped.
  Outcome Put(std::shared_ptr<TdtBuffer> element, std::chrono::milliseconds timeout, const std::stop_token& stop = {});
  // Decides about the first element. An element that it refuses stays the first, and Take returns its outcome.
  using Accepts = std::function<Outcome(const TdtBuffer&)>;
  Outcome Take(std::shared_ptr<TdtBuffer>& element, std::chrono::milliseconds timeout, const std::stop_token& stop = {},
               const Accepts& accepts = {});
  void Close();
  bool closed() const;

 private:
  template <typename Condition>
  Outcome Wait(std::unique_lock<std::mutex>& lock, std::chrono::milliseconds timeout, const std::stop_token& stop,
               aclError late, Condition condition);

  const tagMemQueueAttr attr_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<std::shared_ptr<TdtBuffer>> elements_;
  bool closed_ = false;
};

// Finds a queue. ACL_ERROR_INVALID_QUEUE_ID.
Outcome FindQueue(uint32_t id, std::shared_ptr<TdtQueue>& queue);
// Reads a timeout. ACL_ERROR_INVALID_PARAM: it is below -1.
Outcome ReadTimeout(int32_t milliseconds, std::chrono::milliseconds& timeout);
// Copies a value whose type follows from its number and size into the caller's memory.
template <typename Value>
Outcome GiveValue(const Value& value, size_t len, size_t* size, void* param) {
  if (size != nullptr) *size = sizeof value;
  if (param == nullptr) return IsNull("place for the value");
  if (len < sizeof value) return Fail(ACL_ERROR_INVALID_PARAM, "the place for the value is smaller than its type");
  std::memcpy(param, &value, sizeof value);
  return {};
}

// Ends routes, then queues, so that waiting calls go on. Returns how many queues there were.
size_t EndQueues();
void EndRoutes();

}  // namespace opdk::acl
