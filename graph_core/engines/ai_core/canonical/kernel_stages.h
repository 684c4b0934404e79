// The values that a kernel stores while it computes an output: reductions, and expensive values that are read twice.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "graph_core/engines/ai_core/canonical/kernel_ir.h"
#include "graph_core/engines/ai_core/canonical/loop_nest.h"

namespace opdk {

struct KernelStages {
  LoopNest nest;
  bool reduces = false;
  std::vector<int> nodes;  // in order of computation
  std::set<int> whole;     // of `nodes`: stored whole before the output's loops, for the author's hint or their cost
  // Nodes whose hint isn't followed, and why.
  std::map<int, std::string> unheeded;
};

// Chooses the stages for `outputs`, nodes with the same dims.
KernelStages ChooseStages(const KernelIr& ir, const std::vector<int>& outputs);

}  // namespace opdk
