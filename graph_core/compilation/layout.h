// The tensors and steps of a graph, and the tensors that share memory.
#pragma once

#include <functional>
#include <span>
#include <unordered_map>

#include "graph_core/compilation/memory_plan.h"
#include "graph_core/compilation/streams.h"
#include "graph_core/package/package_registry.h"
#include "graph_core/program/program.h"
#include "opdk/status.h"

namespace opdk {

// The function of a region, as the layout of its caller needs it.
struct CalledFunction {
  int number = 0;
  size_t arena_bytes = 0;
};
using CompileRegion = std::function<Result<CalledFunction>(const Node& node, const Region& region)>;

// Plans the places of the function's arena blocks, in the order of the blocks.
ArenaPlan PlanBlocks(const Function& function, bool reuse);

struct LayoutOptions {
  bool reuse = true;  // false: no tensor lies inside of another
  StreamOptions streams;
};

// The nodes of all graphs of a program. A program with many regions makes this index once.
struct NodesByNumber {
  explicit NodesByNumber(std::span<Node* const> program_nodes);
  std::span<Node* const> nodes;
  std::unordered_map<const Node*, int> number_of;
};

// Fills the function from `graph`, and adds to the counts of the report. Leaves out the arena offsets, the images and
// first_step.
Status LayOut(const Graph& graph, const NodesByNumber& nodes, Function& function, MemoryReport& memory,
              const PackageRegistry& packages, const CompileRegion& compile_region, const LayoutOptions& options);

}  // namespace opdk
