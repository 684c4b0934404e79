// Tests that work grows with its task: four times the task take about four times the work, not sixteen. The measure of
// work is instructions where the processor counts them for us, else the processor time of this process, which a busy
// machine doesn't change.
#pragma once

#include <gtest/gtest.h>
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>

namespace opdk::linear_work {

inline double ProcessorSeconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Instructions of this process since the object was made; -1: this processor, or the system, doesn't count them.
class Instructions {
 public:
  Instructions() {
    perf_event_attr event{};
    event.type = PERF_TYPE_HARDWARE;
    event.size = sizeof event;
    event.config = PERF_COUNT_HW_INSTRUCTIONS;
    event.exclude_kernel = 1;
    event.inherit = 1;
    counter_ = static_cast<int>(syscall(SYS_perf_event_open, &event, 0, -1, -1, 0));
  }
  ~Instructions() {
    if (counter_ >= 0) close(counter_);
  }
  Instructions(const Instructions&) = delete;
  Instructions& operator=(const Instructions&) = delete;

  double Count() const {
    uint64_t count = 0;
    if (counter_ < 0 || read(counter_, &count, sizeof count) != sizeof count) return -1;
    return static_cast<double>(count);
  }

 private:
  int counter_ = -1;
};

struct Work {
  double instructions = 0;  // -1: they weren't counted
  double seconds = 0;
};

template <typename Task>
Work WorkOf(const Task& task) {
  const Instructions counter;
  const double start = ProcessorSeconds();
  task();
  const double seconds = ProcessorSeconds() - start;
  return {counter.Count(), seconds};
}

// Expects work that is linear in the nodes. `work`: returns the Work of a task of so many nodes. Where only time tells,
// short tasks need more rounds until the least times are those of the work alone.
template <typename WorkFn>
void ExpectLinear(int64_t nodes, const WorkFn& work) {
  double small = 1e9, large = 1e9;
  for (int round = 0; round < 3 || (round < 12 && large >= 8 * small); ++round) {
    const Work few = work(nodes), many = work(4 * nodes);
    small = std::min(small, few.seconds);
    large = std::min(large, many.seconds);
    if (few.instructions <= 0 || many.instructions <= 0) continue;
    EXPECT_LT(many.instructions, 6 * few.instructions)
        << many.instructions << " instructions for " << 4 * nodes << " nodes, " << few.instructions << " for " << nodes;
    return;
  }
  EXPECT_LT(large, 8 * small) << small << " s for " << nodes << " nodes, " << large << " s for four times";
}

}  // namespace opdk::linear_work
