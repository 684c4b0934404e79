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
  int streams = 1;  // most at a time
  int threads = 1;  // of a run
  // What a node's kernel has to do; nullopt: nothing runs beside it.
  std::function<std::optional<KernelWork>(const Node& node, WorkSource source)> work_of;
};

// Finds the function's sections, and orders its steps by when they are expected to begin; the blocks' lives are of the
// old order still. Only kernels whose shapes are known, that touch no variable and that no control edge holds run
// beside others.
void AssignStreams(Function& function, std::span<Node* const> nodes, const StreamOptions& options);

// Of each block its first and its last step, from the steps and the outputs.
void SetLives(Function& function);

// The steps of each block that read or write in it, in order.
std::vector<std::vector<int>> UsersOfBlocks(const Function& function);

// Which step has ended before which other one begins, whatever the threads do.
class HappensBefore {
 public:
  explicit HappensBefore(const Function& function);
  bool operator()(int before, int after) const;
  // Whether they are of one section, or the same.
  bool MayMeet(int a, int b) const { return PartOf(a) == PartOf(b); }
  // Whether all of the one's steps have ended before any of the other's begins. Each in the function's order.
  bool AllBefore(std::span<const int> before, std::span<const int> after) const;

 private:
  struct StepTime {
    int part = 0;    // counts sections, and steps outside of them
    int stream = 0;  // and its place there
    int place = 0;
    std::vector<int> known;  // of each stream the places that have ended before it begins
  };
  int PartOf(int step) const { return times_[static_cast<size_t>(step)].part; }
  std::vector<StepTime> times_;
};

}  // namespace opdk
