#include "graph_core/compilation/streams.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>

#include "graph_core/base/tensor_size.h"
#include "graph_core/compilation/memory_plan.h"
#include "graph_core/compilation/stream_schedule.h"

namespace opdk {
namespace {

// Cost of forking and joining several threads for one kernel.
constexpr double kForkMicroseconds = 2.0;
// Factor by which a kernel is slower when another kernel runs beside it.
constexpr double kBeside = 1.05;
constexpr double kLeastMeasured = 8.0, kTooLong = 1e9;  // microseconds
// Longest stretch that is scheduled at once. The time of scheduling grows with its square, so longer stretches are cut.
constexpr size_t kMostTasks = 512;

double WideTime(const KernelWork& work, int threads) {
  if (work.wide > 0) return work.wide;
  if (work.spread <= 0) return work.microseconds;
  return std::min(work.microseconds, work.microseconds / (1 + work.spread * (threads - 1)) + kForkMicroseconds);
}

// Divides the function's steps among streams, one stretch after the other.
class StreamAssigner {
 public:
  StreamAssigner(Function& function, std::span<Node* const> nodes, const StreamOptions& options)
      : function_(function),
        nodes_(nodes),
        options_(options),
        writers_(function.blocks.size()),
        works_(function.steps.size()) {}

  void Run() {
    const size_t count = function_.steps.size();
    for (size_t begin = 0; begin < count;) {
      size_t end = begin;
      while (end < count && end - begin < kMostTasks && MayMove(function_.steps[end])) ++end;
      if (end == begin) {
        Keep(begin++);
      } else {
        Divide(std::exchange(begin, end), end);
      }
    }
    function_.steps = std::move(ordered_);
  }

 private:
  // Bytes of a block, and the task that writes them.
  struct Written {
    int task;
    size_t begin, end;
  };

  const Block& BlockOf(int tensor) const {
    return function_.blocks[static_cast<size_t>(function_.tensors[static_cast<size_t>(tensor)].block)];
  }
  const Node& NodeOf(size_t s) const { return *nodes_[static_cast<size_t>(function_.steps[s].node)]; }

  // Returns whether only its tensors decide when the step runs.
  bool MayMove(const Step& step) const {
    const Node& node = *nodes_[static_cast<size_t>(step.node)];
    const auto is_variable = [&](int tensor) { return tensor >= 0 && BlockOf(tensor).kind == BlockKind::kSession; };
    return step.is_fixed_kernel() && node.control_inputs().empty() && node.control_outputs().empty() &&
           std::none_of(step.inputs.begin(), step.inputs.end(), is_variable) &&
           std::none_of(step.outputs.begin(), step.outputs.end(), is_variable);
  }

  void Keep(size_t s) { ordered_.push_back(std::move(function_.steps[s])); }

  // Divides a stretch. Asks for the work of steps that others could run beside; a step without known work stays where
  // it is.
  void Divide(size_t begin, size_t end) {
    const std::vector<int> concurrent = ConcurrentTasks(TasksOf(begin, end));
    size_t from = begin;
    for (const int task : concurrent) {
      const size_t s = begin + static_cast<size_t>(task);
      if (const auto work = options_.work_of(NodeOf(s), WorkSource::kEstimate)) {
        works_[s] = *work;
        continue;
      }
      Stretch(from, s);
      Keep(s);
      from = s + 1;
    }
    if (!concurrent.empty()) return Stretch(from, end);
    for (size_t s = begin; s < end; ++s) Keep(s);
  }

  // Returns, for each step from `begin` on, the earlier steps of the stretch that it needs.
  std::vector<StreamTask> TasksOf(size_t begin, size_t end) {
    std::vector<StreamTask> tasks;
    for (std::vector<Written>& writers : writers_) writers.clear();
    for (size_t s = begin; s < end; ++s) {
      std::vector<int>& after = tasks.emplace_back().after;
      const Step& step = function_.steps[s];
      for (const int tensor : step.inputs) {
        if (tensor < 0) continue;
        // The writers so far are enough: parts that are written later have not been read yet.
        const Written read = BytesOf(tensor, -1);
        for (const Written& written : WritersOf(tensor)) {
          if (written.begin < read.end && read.begin < written.end) after.push_back(written.task);
        }
      }
      std::sort(after.begin(), after.end());
      after.erase(std::unique(after.begin(), after.end()), after.end());
      for (const int tensor : step.outputs) {
        WritersOf(tensor).push_back(BytesOf(tensor, static_cast<int>(s - begin)));
      }
    }
    return tasks;
  }

  // Orders steps that may run in any order that their tensors allow.
  void Stretch(size_t begin, size_t end) {
    std::vector<StreamTask> tasks = TasksOf(begin, end);
    for (const int task : ConcurrentTasks(tasks)) {
      const auto t = static_cast<size_t>(task);
      SetTimes(begin + t, tasks[t]);
    }
    for (const StreamStretch& stretch : ScheduleStreams(tasks, options_.streams)) Append(stretch, begin, tasks);
  }

  // Sets the times of a task. Shapes alone don't tell how well threads divide a kernel, so larger kernels are measured.
  // A kernel that can't be measured gets all threads.
  void SetTimes(size_t s, StreamTask& task) {
    const KernelWork& work = works_[s];
    task.alone = work.microseconds * kBeside;
    task.wide = WideTime(work, options_.threads);
    if (task.alone < kLeastMeasured || work.spread <= 0) return;
    task.alone = kTooLong;
    if (const auto measured = options_.work_of(NodeOf(s), WorkSource::kMeasure)) {
      task.alone = measured->microseconds * kBeside;
      task.wide = WideTime(*measured, options_.threads);
    }
  }

  Written BytesOf(int tensor, int task) const {
    const TensorSlot& slot = function_.tensors[static_cast<size_t>(tensor)];
    const auto bytes = TensorBytes(slot.dtype, slot.shape);
    return {task, slot.offset, bytes.ok() ? slot.offset + *bytes : std::numeric_limits<size_t>::max()};
  }

  std::vector<Written>& WritersOf(int tensor) {
    return writers_[static_cast<size_t>(function_.tensors[static_cast<size_t>(tensor)].block)];
  }

  void Append(const StreamStretch& stretch, size_t begin, const std::vector<StreamTask>& tasks) {
    const int first = static_cast<int>(ordered_.size());
    std::vector<int> at(tasks.size(), -1);
    for (size_t i = 0; i < stretch.tasks.size(); ++i) {
      const int task = stretch.tasks[i];
      at[static_cast<size_t>(task)] = first + static_cast<int>(i);
      Keep(begin + static_cast<size_t>(task));
      if (stretch.streams.empty()) return;
      ordered_.back().stream = stretch.streams[i];
    }
    const int streams = 1 + *std::max_element(stretch.streams.begin(), stretch.streams.end());
    function_.sections.push_back({first, static_cast<int>(ordered_.size()), streams});
    FindWaits(function_.sections.back(), stretch, tasks, at);
  }

  // Lets a step wait for the latest step that it needs on each other stream, unless an earlier wait of its own stream
  // covers that step.
  void FindWaits(const StreamSection& section, const StreamStretch& stretch, const std::vector<StreamTask>& tasks,
                 const std::vector<int>& at) {
    const auto streams = static_cast<size_t>(section.streams);
    std::vector<std::vector<int>> known_of(streams, std::vector<int>(streams, -1));  // by stream
    std::vector<std::vector<int>> known_at;                                          // by step, when it ends
    for (int s = section.begin; s < section.end; ++s) {
      Step& step = ordered_[static_cast<size_t>(s)];
      std::vector<int>& known = known_of[static_cast<size_t>(step.stream)];
      std::vector<int> needs;
      for (const int before : tasks[static_cast<size_t>(stretch.tasks[static_cast<size_t>(s - section.begin)])].after) {
        if (at[static_cast<size_t>(before)] >= 0) needs.push_back(at[static_cast<size_t>(before)]);
      }
      std::sort(needs.rbegin(), needs.rend());
      for (const int need : needs) {
        const int other = ordered_[static_cast<size_t>(need)].stream;
        if (other == step.stream || known[static_cast<size_t>(other)] >= need) continue;
        step.waits.push_back(need);
        const std::vector<int>& theirs = known_at[static_cast<size_t>(need - section.begin)];
        for (size_t i = 0; i < streams; ++i) known[i] = std::max(known[i], theirs[i]);
      }
      known[static_cast<size_t>(step.stream)] = s;
      known_at.push_back(known);
    }
  }

  Function& function_;
  std::span<Node* const> nodes_;
  const StreamOptions& options_;
  std::vector<std::vector<Written>> writers_;  // by block, of the tasks of this stretch
  std::vector<KernelWork> works_;              // by step, as estimated
  std::vector<Step> ordered_;
};

}  // namespace

void AssignStreams(Function& function, std::span<Node* const> nodes, const StreamOptions& options) {
  if (options.streams < 2 || options.threads < 2 || function.blocks.size() > kMostPlacedBySize) return;
  StreamAssigner(function, nodes, options).Run();
}

std::vector<std::vector<int>> UsersOfBlocks(const Function& function) {
  std::vector<std::vector<int>> users(function.blocks.size());
  for (size_t s = 0; s < function.steps.size(); ++s) {
    const Step& step = function.steps[s];
    const auto add = [&](int block) {
      std::vector<int>& known = users[static_cast<size_t>(block)];
      if (known.empty() || known.back() != static_cast<int>(s)) known.push_back(static_cast<int>(s));
    };
    for (const std::vector<int>* tensors : {&step.inputs, &step.outputs}) {
      for (const int tensor : *tensors) {
        if (tensor >= 0) add(function.tensors[static_cast<size_t>(tensor)].block);
      }
    }
    if (const auto* control = step.As<ControlTask>()) add(control->frame);
  }
  return users;
}

void SetLives(Function& function) {
  const std::vector<std::vector<int>> users = UsersOfBlocks(function);
  for (size_t b = 0; b < users.size(); ++b) {
    Block& block = function.blocks[b];
    const bool made_outside =
        block.kind == BlockKind::kInput || block.kind == BlockKind::kConstant || block.kind == BlockKind::kSession;
    block.first_step = users[b].empty() || made_outside ? 0 : users[b].front();
    block.last_step = users[b].empty() ? 0 : users[b].back();
  }
}

HappensBefore::HappensBefore(const Function& function) {
  int part = 0;
  for (size_t s = 0; s < function.steps.size(); ++s) times_.emplace_back();
  auto section = function.sections.begin();
  for (int s = 0; s < static_cast<int>(function.steps.size()); ++part) {
    if (section == function.sections.end() || section->begin != s) {
      times_[static_cast<size_t>(s++)].part = part;
      continue;
    }
    const auto streams = static_cast<size_t>(section->streams);
    std::vector<int> places(streams, 0);
    std::vector<std::vector<int>> known(streams, std::vector<int>(streams, 0));
    for (; s < section->end; ++s) {
      const Step& step = function.steps[static_cast<size_t>(s)];
      const auto stream = static_cast<size_t>(step.stream);
      std::vector<int>& own = known[stream];
      for (const int wait : step.waits) {
        const StepTime& other = times_[static_cast<size_t>(wait)];
        for (size_t i = 0; i < streams; ++i) own[i] = std::max(own[i], other.known[i]);
        int& theirs = own[static_cast<size_t>(other.stream)];
        theirs = std::max(theirs, other.place + 1);
      }
      own[stream] = places[stream];
      times_[static_cast<size_t>(s)] = {part, step.stream, places[stream]++, own};
    }
    ++section;
  }
}

bool HappensBefore::operator()(int before, int after) const {
  const StepTime& a = times_[static_cast<size_t>(before)];
  const StepTime& b = times_[static_cast<size_t>(after)];
  if (a.part != b.part) return a.part < b.part;
  return !b.known.empty() && b.known[static_cast<size_t>(a.stream)] > a.place;
}

bool HappensBefore::AllBefore(std::span<const int> before, std::span<const int> after) const {
  if (before.empty() || after.empty()) return true;
  // Only the last steps of `before` and the first steps of `after` can be in one section.
  for (auto a = before.rbegin(); a != before.rend() && PartOf(*a) >= PartOf(after.front()); ++a) {
    for (auto b = after.begin(); b != after.end() && PartOf(*a) >= PartOf(*b); ++b) {
      if (!(*this)(*a, *b)) return false;
    }
  }
  return true;
}

}  // namespace opdk
