// Mixed compute: which nodes of a framework's graph go down to the device, in clusters that close no cycle, and which stay.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "graph_core/partition/mixed_graph.h"
#include "opdk/status.h"

namespace opdk {

struct MixedOptions {
  bool mix_compile_mode = false;  // false: the whole graph goes down, as one cluster, or is refused
  std::string in_out_pair;        // "[[['in', …], ['out', …]], …]"; "": none
  bool in_out_pair_flag = true;   // whether what the pairs enclose goes down (and nothing else), or stays
};

struct MixedCluster {
  std::vector<size_t> nodes;        // producers first, as far as no loop is closed
  std::vector<size_t> copies;       // constants and variables, of which the cluster has its own
  std::vector<MixedValue> inputs;   // values of nodes outside
  std::vector<MixedValue> outputs;  // values that nodes outside, or the graph's results, need
  std::vector<size_t> controls;     // nodes outside that come before
};

inline constexpr int kOnHost = -1;
inline constexpr int kInCopiesOnly = -2;  // a constant or variable that only clusters use

struct MixedPartition {
  std::vector<int> cluster_of;         // by node: its cluster, or one of the two above
  std::vector<MixedCluster> clusters;  // each after those whose values it takes
  std::string report;                  // what goes down and what stays, and why; lines
};

// E1001: in_out_pair can't be read, or is given without mix_compile_mode; E2004: a cycle outside of loops; E2008: what has
// to go down can't: the whole graph without mix_compile_mode, a pair's nodes, those of a scope. The message names nodes.
Result<MixedPartition> PartitionMixed(const MixedGraph& graph, const MixedOptions& options);

}  // namespace opdk
