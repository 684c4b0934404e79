// Which of some tasks run at the same time, each on a thread of its own, and which one after the other, each on all
// threads. Both ways do the same work; beside each other tasks lose nothing to what threads of one kernel lose, but a
// long one keeps the others waiting.
#pragma once

#include <span>
#include <vector>

namespace opdk {

// Times in microseconds, estimated.
struct StreamTask {
  double alone = 0;        // on one thread
  double wide = 0;         // on all
  std::vector<int> after;  // tasks that must have ended, of smaller numbers
};

// One task on all threads, or several on streams.
struct StreamStretch {
  std::vector<int> tasks;    // in an order that all of `after` allow
  std::vector<int> streams;  // of each task; empty: one task on all threads
};

// What it costs to bring the streams together, and to wait for a task of another one.
inline constexpr double kJoinMicroseconds = 3.0;
inline constexpr double kEventMicroseconds = 0.5;

// Those that another one could run beside.
std::vector<int> TasksWithCompany(std::span<const StreamTask> tasks);

// All tasks, in stretches that run one after the other. Streams are used where the whole is expected to gain by them.
std::vector<StreamStretch> ScheduleStreams(std::span<const StreamTask> tasks, int streams);

// What the stretches are expected to take.
double TimeOf(std::span<const StreamTask> tasks, std::span<const StreamStretch> stretches);

}  // namespace opdk
