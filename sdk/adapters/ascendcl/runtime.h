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
#include "graph_core/base/work_queue.h"
#include "sdk/adapters/ascendcl/handles.h"

namespace opdk::acl {

inline std::chrono::milliseconds Timeout(int32_t milliseconds) { return std::chrono::milliseconds(milliseconds); }

// Work in the order in which it came, on a thread of its own.
class Stream {
 public:
  explicit Stream(uint32_t number) : number_(number) {}
  uint32_t number() const { return number_; }

  // Adds work. Its failure is kept for the next Synchronize and reported to the exception callback. Work that is never
  // done is destroyed too.
  void Add(std::function<Outcome()> work);
  // Waits for all that was added, at most so long (negative: without end). The first failure since the last time.
  Outcome Synchronize(std::chrono::milliseconds timeout);
  bool idle() const;
  // Sets whether a failure stops the stream: queued work is then skipped.
  void StopOnFailure(bool stops) { stops_on_failure_ = stops; }
  // Drops the work that has not begun.
  void Abort();
  // Returns whether the caller is work of the stream, which can't wait for the stream.
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

  // Records the event once more. Returns the record's number, which Happen takes.
  uint64_t Record();
  void Happen(uint64_t time);
  // Resets all records up to number `time`, as if they had never been made. Waits for them end.
  void Reset(uint64_t time);
  bool happened() const;  // as often as it was recorded
  bool recorded() const;
  // Waits for the record of number `time`, at most `timeout` (negative: without end). Returns false if it took longer.
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

// Returns this thread's context, or the device's own. ACL_ERROR_UNINITIALIZE; ACL_ERROR_INVALID_PARAM: there is no
// context.
Outcome CurrentContext(std::shared_ptr<Context>& context);
// Finds a stream. NULL: the current context's own stream.
Outcome FindStream(aclrtStream stream, std::shared_ptr<Stream>& found);

// Ends all streams: queued work is dropped, running work is waited for. Ends all contexts.
void ResetRuntime();
// Calls ResetRuntime at the program's end if aclFinalize isn't called.
void ResetAtExit();

}  // namespace opdk::acl
