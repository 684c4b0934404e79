// Schedules tasks: either at the same time, each on one thread, or one after the other, each on all threads. Both ways
// do the same work. Tasks on streams avoid the threading overhead of a single kernel, but a long task keeps the other
// streams waiting.
#pragma once

#include <span>
#include <vector>

namespace opdk {

// Times in microseconds, estimated.
struct StreamTask {
  double alone = 0;        // on one thread
  double wide = 0;         // on all
  std::vector<int> after;  // tasks that must have ended before; their numbers are smaller
};

// One task on all threads, or several on streams.
struct StreamStretch {
  std::vector<int> tasks;    // in an order that all of `after` allow
  std::vector<int> streams;  // of each task; empty: one task on all threads
};

// Costs of joining the streams, and of waiting for a task of another stream.
inline constexpr double kJoinMicroseconds = 3.0;
inline constexpr double kEventMicroseconds = 0.5;

// Returns the tasks that could run at the same time as some other task.
std::vector<int> ConcurrentTasks(std::span<const StreamTask> tasks);

// Returns all tasks in stretches that run one after the other. Streams are used where they are expected to save time.
std::vector<StreamStretch> ScheduleStreams(std::span<const StreamTask> tasks, int streams);

// Returns the expected time of the stretches, in microseconds.
double TimeOf(std::span<const StreamTask> tasks, std::span<const StreamStretch> stretches);

}  // namespace opdk
