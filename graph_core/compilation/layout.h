// Which tensors and steps a graph has, and which tensors share memory.
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

// What laying out asks of the functions that regions become.
struct CalledFunction {
  int number = 0;
  size_t arena_bytes = 0;
};
using CompileRegion = std::function<Result<CalledFunction>(const Node& node, const Region& region)>;

// Where the function's blocks of the arena would lie, in their order.
ArenaPlan PlanBlocks(const Function& function, bool reuse);

struct LayoutOptions {
  bool reuse = true;  // false: no tensor lies inside of another
  StreamOptions streams;
};

// The nodes of a program, of all its graphs. A program of many regions makes this once.
struct NodesByNumber {
  explicit NodesByNumber(std::span<Node* const> program_nodes);
  std::span<Node* const> nodes;
  std::unordered_map<const Node*, int> number_of;
};

// Fills everything of the function but the arena offsets, the images and its place among others from `graph`, and the
// counts of the report.
Status LayOut(const Graph& graph, const NodesByNumber& nodes, Function& function, MemoryReport& memory,
              const PackageRegistry& packages, const CompileRegion& compile_region, const LayoutOptions& options);

}  // namespace opdk
