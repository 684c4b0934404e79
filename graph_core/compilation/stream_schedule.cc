// Tasks fall into groups. At the border of two groups everything before has to end before anything behind begins, as
// between two blocks of an Inception network. In each group tasks are listed: of the ready tasks, the task with the
// longest way to the end goes to the stream that can begin it first. The longest tasks are also tried on all threads:
//
//   a 10   b 2 -> c 3   d 4      two streams: a beside b, c, d takes 10
//                                a on all threads takes 5, then b, c beside d 5: no better
//   a 20   b 2 -> c 3   d 4      a on all threads takes 10, the others 5: 15 against 20
#include "graph_core/compilation/stream_schedule.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <numeric>
#include <utility>

namespace opdk {
namespace {

// Smallest gain that counts, as a fraction, because estimates are rough.
constexpr double kLeastGain = 1.0 / 12;
constexpr double kLeastMicroseconds = 3.0;
// Number of tasks of a group that are tried on all threads, the longest first.
constexpr size_t kMostWide = 24;

size_t Index(int number) { return static_cast<size_t>(number); }

// The tasks from `begin` to `end`. They need all tasks before, and all tasks behind need them.
class Group {
 public:
  Group(std::span<const StreamTask> tasks, int begin, int end, int streams)
      : tasks_(tasks), begin_(begin), count_(Index(end - begin)), streams_(Index(streams)) {
    followers_.resize(count_);
    for (size_t i = 0; i < count_; ++i) {
      for (const int before : Task(i).after) {
        if (before >= begin) followers_[Index(before - begin)].push_back(i);
      }
    }
    to_end_.resize(count_);
    for (size_t i = count_; i-- > 0;) {
      for (const size_t next : followers_[i]) to_end_[i] = std::max(to_end_[i], to_end_[next]);
      to_end_[i] += Task(i).alone;
    }
  }

  std::vector<StreamStretch> Best() const {
    std::vector<StreamStretch> one_by_one;
    for (size_t i = 0; i < count_; ++i) one_by_one.push_back({{Number(i)}, {}});
    const double all_wide = TimeOf(tasks_, one_by_one);
    if (count_ < 2) return one_by_one;

    std::vector<bool> wide(count_, false);
    Listed best = ListBoth(wide);
    std::vector<size_t> longest(count_);
    std::iota(longest.begin(), longest.end(), size_t{0});
    std::stable_sort(longest.begin(), longest.end(), [&](size_t a, size_t b) { return Task(a).alone > Task(b).alone; });
    longest.resize(std::min(count_, kMostWide));
    for (const size_t tried : longest) {
      wide[tried] = true;
      Listed listed = ListBoth(wide);
      wide[tried] = listed.time < best.time;
      if (wide[tried]) best = std::move(listed);
    }
    const double gain = all_wide - best.time;
    return gain > kLeastMicroseconds && gain > kLeastGain * all_wide ? std::move(best.stretches) : one_by_one;
  }

 private:
  struct Listed {
    std::vector<StreamStretch> stretches;
    double time = 0;
  };
  // The stream of a task and its time there, in microseconds from the beginning of its section.
  struct TimeSlot {
    double begin = 0, end = 0;
    size_t stream = 0;
  };

  const StreamTask& Task(size_t i) const { return tasks_[Index(Number(i))]; }
  int Number(size_t i) const { return begin_ + static_cast<int>(i); }

  // Lists wide tasks as soon as they are ready, or only when nothing else is, and takes the faster list.
  Listed ListBoth(const std::vector<bool>& wide) const {
    Listed early = List(wide, true);
    Listed late = List(wide, false);
    return early.time <= late.time ? early : late;
  }

  Listed List(const std::vector<bool>& wide, bool wide_first) const {
    std::vector<size_t> missing(count_);
    std::vector<size_t> ready;
    for (size_t i = 0; i < count_; ++i) {
      missing[i] = static_cast<size_t>(
          std::count_if(Task(i).after.begin(), Task(i).after.end(), [&](int before) { return before >= begin_; }));
      if (missing[i] == 0) ready.push_back(i);
    }
    Listed listed;
    std::vector<TimeSlot> placed(count_);
    std::vector<double> free(streams_, 0);
    std::vector<size_t> section;
    while (!ready.empty()) {
      const auto next = std::min_element(ready.begin(), ready.end(), [&](size_t a, size_t b) {
        if (wide[a] != wide[b]) return wide[a] == wide_first;
        return std::pair(-to_end_[a], a) < std::pair(-to_end_[b], b);
      });
      const size_t task = *next;
      ready.erase(next);
      if (wide[task]) {
        Close(section, placed, listed.stretches);
        listed.stretches.push_back({{Number(task)}, {}});
        std::fill(free.begin(), free.end(), 0.0);
        placed[task] = {};
      } else {
        Place(task, section, free, placed);
      }
      for (const size_t follower : followers_[task]) {
        if (--missing[follower] == 0) ready.push_back(follower);
      }
    }
    Close(section, placed, listed.stretches);
    listed.time = TimeOf(tasks_, listed.stretches);
    return listed;
  }

  void Place(size_t task, std::vector<size_t>& section, std::vector<double>& free,
             std::vector<TimeSlot>& placed) const {
    TimeSlot best;
    best.begin = std::numeric_limits<double>::max();
    for (size_t stream = 0; stream < streams_; ++stream) {
      double begin = free[stream];
      for (const int before : Task(task).after) {
        const auto is_before = [&](size_t other) { return Number(other) == before; };
        const auto in_section = std::find_if(section.begin(), section.end(), is_before);
        if (in_section == section.end()) continue;
        const TimeSlot& other = placed[*in_section];
        begin = std::max(begin, other.end + (other.stream == stream ? 0 : kEventMicroseconds));
      }
      if (begin < best.begin) best = {begin, begin + Task(task).alone, stream};
    }
    placed[task] = best;
    free[best.stream] = best.end;
    section.push_back(task);
  }

  // Closes a section of streams. A section in which only one stream works isn't worth streams.
  void Close(std::vector<size_t>& section, const std::vector<TimeSlot>& placed,
             std::vector<StreamStretch>& stretches) const {
    // Tasks without duration may begin at the same time. Then the task that was placed first comes first, because later
    // tasks may need it.
    std::stable_sort(section.begin(), section.end(),
                     [&](size_t a, size_t b) { return placed[a].begin < placed[b].begin; });
    StreamStretch together;
    double wide = 0;
    for (const size_t task : section) {
      together.tasks.push_back(Number(task));
      together.streams.push_back(static_cast<int>(placed[task].stream));
      wide += Task(task).wide;
    }
    const bool several = std::any_of(together.streams.begin(), together.streams.end(),
                                     [&](int stream) { return stream != together.streams[0]; });
    if (several && TimeOf(tasks_, std::span(&together, 1)) < wide) {
      stretches.push_back(std::move(together));
    } else {
      for (const int task : together.tasks) stretches.push_back({{task}, {}});
    }
    section.clear();
  }

  std::span<const StreamTask> tasks_;
  int begin_;
  size_t count_, streams_;
  std::vector<std::vector<size_t>> followers_;
  std::vector<double> to_end_;  // from a task's begin to the last end of the tasks that need it
};

// Returns, for each task, all tasks that it needs, directly or not.
std::vector<std::vector<bool>> AllNeeds(std::span<const StreamTask> tasks) {
  std::vector<std::vector<bool>> needs(tasks.size(), std::vector<bool>(tasks.size(), false));
  for (size_t i = 0; i < tasks.size(); ++i) {
    for (const int before : tasks[i].after) {
      needs[i][Index(before)] = true;
      for (size_t k = 0; k < Index(before); ++k) needs[i][k] = needs[i][k] || needs[Index(before)][k];
    }
  }
  return needs;
}

// Returns the begins of the groups, and the number of tasks. A group begins where each later task needs all earlier
// tasks.
std::vector<int> GroupBorders(std::span<const StreamTask> tasks) {
  const size_t count = tasks.size();
  const std::vector<std::vector<bool>> needs = AllNeeds(tasks);
  // Counts the tasks of the longest prefix that each task needs completely.
  std::vector<size_t> all_before(count);
  for (size_t i = 0; i < count; ++i) {
    while (all_before[i] < i && needs[i][all_before[i]]) ++all_before[i];
  }
  std::vector<int> borders{static_cast<int>(count)};
  size_t least = count;
  for (size_t i = count; i-- > 0;) {
    least = std::min(least, all_before[i]);
    if (least >= i) borders.push_back(static_cast<int>(i));
  }
  std::reverse(borders.begin(), borders.end());
  return borders;
}

}  // namespace

std::vector<int> ConcurrentTasks(std::span<const StreamTask> tasks) {
  const std::vector<std::vector<bool>> needs = AllNeeds(tasks);
  std::vector<int> found;
  for (size_t i = 0; i < tasks.size(); ++i) {
    for (size_t k = 0; k < tasks.size(); ++k) {
      if (i == k || needs[i][k] || needs[k][i]) continue;
      found.push_back(static_cast<int>(i));
      break;
    }
  }
  return found;
}

std::vector<StreamStretch> ScheduleStreams(std::span<const StreamTask> tasks, int streams) {
  const std::vector<int> borders = GroupBorders(tasks);
  std::vector<StreamStretch> stretches;
  for (size_t g = 0; g + 1 < borders.size(); ++g) {
    for (StreamStretch& next : Group(tasks, borders[g], borders[g + 1], streams).Best()) {
      // Two sections are joined: events cost no more than joining the threads in between.
      if (!stretches.empty() && !stretches.back().streams.empty() && !next.streams.empty()) {
        StreamStretch& last = stretches.back();
        last.tasks.insert(last.tasks.end(), next.tasks.begin(), next.tasks.end());
        last.streams.insert(last.streams.end(), next.streams.begin(), next.streams.end());
      } else {
        stretches.push_back(std::move(next));
      }
    }
  }
  return stretches;
}

double TimeOf(std::span<const StreamTask> tasks, std::span<const StreamStretch> stretches) {
  double time = 0;
  for (const StreamStretch& stretch : stretches) {
    if (stretch.streams.empty()) {
      time += tasks[Index(stretch.tasks[0])].wide;
      continue;
    }
    std::vector<double> free(Index(*std::max_element(stretch.streams.begin(), stretch.streams.end())) + 1, 0);
    std::vector<std::pair<double, int>> ended(tasks.size(), {-1, -1});
    for (size_t i = 0; i < stretch.tasks.size(); ++i) {
      const StreamTask& task = tasks[Index(stretch.tasks[i])];
      const int stream = stretch.streams[i];
      double begin = free[Index(stream)];
      for (const int before : task.after) {
        const auto& [end, other] = ended[Index(before)];
        if (other >= 0) begin = std::max(begin, end + (other == stream ? 0 : kEventMicroseconds));
      }
      free[Index(stream)] = begin + task.alone;
      ended[Index(stretch.tasks[i])] = {begin + task.alone, stream};
    }
    time += *std::max_element(free.begin(), free.end()) + kJoinMicroseconds;
  }
  return time;
}

}  // namespace opdk
