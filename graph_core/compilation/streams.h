// Steps that run at the same time.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "graph_core/engines/kernel_work.h"
#include "graph_core/program/program.h"

namespace opdk {

struct StreamOptions {
  int streams = 1;  // the largest number at a time
  int threads = 1;  // threads of a run
  // The work of a node's kernel. nullopt: nothing runs beside it.
  std::function<std::optional<KernelWork>(const Node& node, WorkSource source)> work_of;
};

// Finds the function's sections and orders its steps by their expected begin. The blocks' lives still refer to the old
// order. Only kernels with known shapes that touch no variable and have no control edge run on streams.
void AssignStreams(Function& function, std::span<Node* const> nodes, const StreamOptions& options);

// Sets the first and the last step of each block, from the steps and the outputs.
void SetLives(Function& function);

// Returns, by block, the steps that read or write in the block, in order.
std::vector<std::vector<int>> UsersOfBlocks(const Function& function);

// The order of steps that holds for any timing of the threads: a step has ended before another step begins.
class HappensBefore {
 public:
  explicit HappensBefore(const Function& function);
  bool operator()(int before, int after) const;
  // Returns whether the steps are in one section, or are the same step.
  bool MayMeet(int a, int b) const { return PartOf(a) == PartOf(b); }
  // Returns whether all steps of `before` have ended before any step of `after` begins. Both in the function's order.
  bool AllBefore(std::span<const int> before, std::span<const int> after) const;

 private:
  struct StepTime {
    int part = 0;    // number of the section, or of the step outside of sections
    int stream = 0;  // the stream, and the position on it
    int place = 0;
    std::vector<int> known;  // by stream: the positions that have ended before the step begins
  };
  int PartOf(int step) const { return times_[static_cast<size_t>(step)].part; }
  std::vector<StepTime> times_;
};

}  // namespace opdk
