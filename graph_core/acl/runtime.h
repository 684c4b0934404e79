// Contexts, streams and events.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

#include "acl/acl_rt.h"
#include "graph_core/acl/handles.h"
#include "graph_core/base/work_queue.h"

namespace opdk::acl {

inline std::chrono::milliseconds Timeout(int32_t milliseconds) { return std::chrono::milliseconds(milliseconds); }

// Work in the order in which it came, on a thread of its own.
class Stream {
 public:
  explicit Stream(uint32_t number) : number_(number) {}
  uint32_t number() const { return number_; }

  // What it gives other than success is kept for whoever synchronizes, and reported to the exception callback. Work
  // that is never done is destroyed all the same.
  void Add(std::function<Outcome()> work);
  // Waits for all that was added, at most so long (negative: without end). The first failure since the last time.
  Outcome Synchronize(std::chrono::milliseconds timeout);
  bool idle() const;
  // After a failure nothing more of what is queued is done.
  void StopOnFailure(bool stops) { stops_on_failure_ = stops; }
  // What has not begun is never done.
  void Abort();
  // Whether this is called by work of the stream: it can't wait for itself.
  bool is_own_thread() const { return thread_ == std::this_thread::get_id(); }

 private:
  const uint32_t number_;
  std::mutex adding_;  // numbers are in the queue's order
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  uint64_t added_ = 0, done_ = 0, aborted_ = 0;  // of the work, by number
  Outcome failure_;
  std::atomic<bool> stops_on_failure_ = false;
  std::atomic<std::thread::id> thread_;
  WorkQueue queue_;  // last: its thread uses the others
};

std::shared_ptr<Stream> NewStream();

struct Context {
  int32_t device = 0;
  std::shared_ptr<Stream> own_stream;  // of calls with the stream NULL
  int64_t parameters[2] = {0, 0};      // aclSysParamOpt
};

// Happens when the stream that recorded it gets there.
class Event {
 public:
  explicit Event(uint32_t flags) : flags_(flags) {}
  uint32_t flags() const { return flags_; }

  // Another time that it is to happen; `Happen` of that number says when.
  uint64_t Record();
  void Happen(uint64_t time);
  // Up to that number it is as if it had never been recorded; those who wait for it go on.
  void Reset(uint64_t time);
  bool happened() const;  // as often as it was recorded
  bool recorded() const;
  // As far as it was recorded when this was called. False: it took longer (negative: without end).
  bool Wait(uint64_t time, std::chrono::milliseconds timeout) const;
  uint64_t last() const;
  std::chrono::steady_clock::time_point when() const;

 private:
  const uint32_t flags_;
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  uint64_t recorded_ = 0, happened_ = 0, reset_ = 0;
  std::chrono::steady_clock::time_point when_;
};

Handles<Stream>& Streams();
Handles<Context>& Contexts();
Handles<Event>& Events();

// ACL_ERROR_INVALID_PARAM, or there is no current context.
Outcome CurrentContext(std::shared_ptr<Context>& context);
// NULL: the current context's own.
Outcome FindStream(aclrtStream stream, std::shared_ptr<Stream>& found);

// All streams are done or dropped, all contexts gone.
void ResetRuntime();
// The same when the program ends without aclFinalize.
void ResetAtExit();

}  // namespace opdk::acl
