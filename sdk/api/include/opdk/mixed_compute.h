// A framework's graph for mixed compute: its nodes, their links and what is known of each node; and the partition into
// nodes that run on the device (they "go down") and nodes that stay with the framework. Plain data without a
// framework's types.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace opdk {

// One output of a node.
struct MixedValue {
  size_t node = 0;
  int output = 0;
  std::strong_ordering operator<=>(const MixedValue&) const = default;
};

// The source of one input of a node.
struct MixedInput {
  MixedValue value;
  bool tied = false;  // a reference, a string or a resource: producer and consumer must be on the same side
};

// Side that a scope of the user's program asks for its nodes.
enum class MixedScope : uint8_t { kNone, kStays, kGoesDown };

// A node of the framework's graph.
struct MixedNode {
  std::string name;
  std::string type;
  std::vector<MixedInput> inputs;
  std::vector<size_t> controls;  // nodes that run before this one
  std::string refusal;           // reason why the device can't take the node; "": it can
  std::string frame;             // outermost loop or conditional around the node, which is kept whole; "": none
  MixedScope scope = MixedScope::kNone;
  // Constants and variables that the device can take are in no cluster: each cluster that uses such a node has a copy.
  bool is_constant = false;
  bool is_variable = false;
  // A node that belongs to the framework by nature (inputs, outputs, its variables). It stays, and that counts as no
  // refusal even if `refusal` isn't empty.
  bool is_border = false;
  bool is_gray = false;  // goes down only with the whole graph, or if a pair or scope asks for it
};

// The framework's graph.
struct MixedGraph {
  std::vector<MixedNode> nodes;     // in any order; loops may be cycles where they are frames
  std::vector<MixedValue> results;  // values that the framework takes, whether or not a node uses them
};

// Returns whether each cluster that uses the node has its own copy of it.
inline bool IsCopied(const MixedNode& node) { return (node.is_constant || node.is_variable) && node.refusal.empty(); }

// Returns whether nodes of the type compute nothing. A cluster of such nodes alone isn't worth a call.
inline bool IsSlight(const std::string& type) { return type == "NoOp" || type == "Identity" || type == "IdentityN"; }

// Options of the partition, with the names of TensorFlow's adapter for Ascend.
struct MixedOptions {
  // False: the whole graph goes down, or is refused. It is one cluster unless the framework's nodes lie between its
  // parts.
  bool mix_compile_mode = false;
  std::string in_out_pair;       // "[[['in', …], ['out', …]], …]"; "": none
  bool in_out_pair_flag = true;  // true: only the nodes that the pairs enclose go down; false: they stay
};

// Nodes that run together on the device.
struct MixedCluster {
  std::vector<size_t> nodes;        // producers first, except along the back edges of loops
  std::vector<size_t> copies;       // constants and variables that the cluster copies
  std::vector<MixedValue> inputs;   // values of nodes outside
  std::vector<MixedValue> outputs;  // values that nodes outside or the graph's results need
  std::vector<size_t> controls;     // nodes outside that run before the cluster
};

inline constexpr int kOnHost = -1;
inline constexpr int kInCopiesOnly = -2;  // a constant or variable that only clusters use

// The result of a partition. Nodes are numbers of MixedGraph::nodes.
struct MixedPartition {
  std::vector<int> cluster_of;         // cluster of each node, or kOnHost or kInCopiesOnly
  std::vector<MixedCluster> clusters;  // each after the clusters whose values it takes
  std::string report;                  // lines that say which nodes go down, which stay, and why
};

}  // namespace opdk
